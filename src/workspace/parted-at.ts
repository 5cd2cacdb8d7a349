import { type Link, linkOf } from './commit-links.ts'
import type { Oid } from './oid.ts'
import type { Repository } from './repository.ts'

/** A commit, as far as a merge has to know it. */
type Step = Omit<Link, 'parents'>

/** Two lines of work, and where they parted. */
export interface Parted {
  readonly from: Step
  readonly one: Step
  readonly other: Step
}

/** Most branches have few commits, and leave `main` few behind; for longer ways git is asked. */
const LONGEST = 10

/**
 * The one commit at which two lines of work parted, where each is a plain row of commits from there on: then there is no other. Nothing
 * where something was joined on the way, or the way is long.
 */
export async function partedAt(repository: Repository, one: Oid, other: Oid): Promise<Parted | undefined> {
  const rows = [new Row(repository, one), new Row(repository, other)] as const
  for (let steps = 0; steps <= LONGEST; steps += 1) {
    await Promise.all(rows.map((row) => row.step()))
    const from = rows[0].meets(rows[1]) ?? rows[1].meets(rows[0])
    const [first, second] = [rows[0].first, rows[1].first]
    if (from !== undefined && first && second) return { from, one: first, other: second }
    if (rows.every(({ hasEnded }) => hasEnded)) return undefined
  }
  return undefined
}

/** A row of commits, followed back one by one. */
class Row {
  readonly #repository: Repository
  readonly #seen = new Map<Oid, Link>()
  #next: Oid | undefined
  #last: Link | undefined
  first: Step | undefined

  constructor(repository: Repository, from: Oid) {
    this.#repository = repository
    this.#next = from
  }

  get hasEnded(): boolean {
    return this.#next === undefined
  }

  async step(): Promise<void> {
    if (this.#next === undefined) return
    const link = await linkOf(this.#repository, this.#next)
    this.first ??= link
    this.#last = link
    this.#seen.set(link.oid, link)
    // Behind what joins two, more than one commit may be the last in common.
    this.#next = link.parents.length === 1 ? link.parents[0] : undefined
  }

  /** The commit that it has just come to, where the other has passed it. */
  meets(other: Row): Step | undefined {
    return this.#last && other.#seen.get(this.#last.oid)
  }
}
