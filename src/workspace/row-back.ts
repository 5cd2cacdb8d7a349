import { linkOf } from './commit-links.ts'
import type { Oid } from './oid.ts'
import type { Repository } from './repository.ts'

/** Most branches have few commits, and leave `main` few behind; for longer ways git is asked. */
const LONGEST = 10

/** What lies on the way back from a commit, and whether it leads to the other. */
interface RowBack {
  readonly meets: boolean
  /** Newest first, without the one that it leads to. */
  readonly row: readonly Oid[]
}

/**
 * Follows a commit back to another one, or to where its history begins. Nothing where something was joined on the way, or the way is long, or
 * a commit is not there: then it is for git to say.
 */
export async function rowBack(repository: Repository, to: Oid, from: Oid): Promise<RowBack | undefined> {
  // What is remembered was there once; of what git would have to begin with it wants to know that it still is.
  const ends = await Promise.all([to, from].map((oid) => repository.objects.info(oid)))
  if (ends.some((end) => end?.type !== 'commit')) return undefined
  const row: Oid[] = []
  for (let at = from; row.length <= LONGEST; ) {
    if (at === to) return { meets: true, row }
    const { parents } = (await linkOf(repository, at).catch(() => undefined)) ?? {}
    if (parents === undefined || parents.length > 1) return undefined
    row.push(at)
    const [parent] = parents
    if (parent === undefined) return { meets: false, row }
    at = parent
  }
  return undefined
}
