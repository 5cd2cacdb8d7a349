import type { Workspaces } from '../engine/ports.ts'
import type { Place } from '../model/review-thread.ts'
import { reanchor } from '../review/reanchor.ts'
import { changedFiles } from './diff-trees.ts'
import { fileAt } from './file-at.ts'
import { Oid } from './oid.ts'
import type { Repository } from './repository.ts'

type To = Parameters<Workspaces['follow']>[1]
type Followed = Parameters<Workspaces['follow']>[2][number]

/** Larger files are not searched through line by line; comments on them count as outdated when they change. */
const MAX_BYTES = 4 * 1024 * 1024

/** Where the lines of comments are in a later round: the old side is followed on the base, the new one on the branch. */
export async function followAnchors(
  repository: Repository,
  to: To,
  anchors: readonly Followed[],
): Promise<readonly (Place | null)[]> {
  const reader = new Reader(repository)
  const places: (Place | null)[] = []
  for (const followed of anchors) places.push(await reader.follow(followed, to))
  return places
}

/** Reads each file and each list of renames once, however many comments are on it. */
class Reader {
  readonly #repository: Repository
  readonly #texts = new Map<string, Promise<string | null>>()
  readonly #renames = new Map<string, Promise<ReadonlyMap<string, string>>>()

  constructor(repository: Repository) {
    this.#repository = repository
  }

  async follow({ anchor, from }: Followed, to: To): Promise<Place | null> {
    const [before, after] = anchor.side === 'old' ? [from.base, to.base] : [from.head, to.head]
    const oldText = await this.#text(before, anchor.path)
    if (oldText === null) return null
    const path = (await this.#renamed(before, after)).get(anchor.path) ?? anchor.path
    const newText = await this.#text(after, path)
    const found = reanchor({ ...anchor, commit: before }, { commit: after, oldText, newText, path })
    if (found.state === 'outdated') return null
    return { path: found.anchor.path, first: found.anchor.first, last: found.anchor.last }
  }

  #text(commit: string, path: string): Promise<string | null> {
    return once(this.#texts, `${commit}:${path}`, async () => {
      const found = await fileAt(this.#repository, Oid.parse(commit), path)
      if (found?.size === undefined || found.size > MAX_BYTES) return null
      return (await this.#repository.file(Oid.parse(found.object), MAX_BYTES)).toString()
    })
  }

  #renamed(before: string, after: string): Promise<ReadonlyMap<string, string>> {
    return once(this.#renames, `${before}..${after}`, async () => {
      const files = await changedFiles(this.#repository, { from: Oid.parse(before), to: Oid.parse(after) })
      const moved = files.filter(({ status }) => status === 'renamed')
      return new Map(moved.flatMap((file) => (file.old && file.new ? [[file.old.path, file.new.path]] : [])))
    })
  }
}

function once<Value>(known: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const made = known.get(key) ?? make()
  known.set(key, made)
  return made
}
