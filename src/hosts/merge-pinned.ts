import type { HostedPull, HostMerge, PinnedMerge } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import { refusedWith } from './forge-http.ts'

/** What a merge needs of a forge. */
interface Merging {
  /** The only branch that anything was approved for. */
  readonly main: string
  read(): Promise<HostedPull>
  /** The name of our own account. */
  own(): Promise<string>
  /** Asks for the merge, with the head pinned. */
  send(): Promise<unknown>
}

/** Statuses with which forges refuse a merge that was asked for in the right way. */
const NOT_AS_IT_IS: ReadonlySet<number> = new Set([405, 409])

/**
 * Merges what was approved, and finds out what became of it. What the forge refuses is told by what stands there then, not by its words;
 * what nobody heard the end of is read back; and one that was merged before is not asked for again.
 */
export async function mergePinned(merging: Merging, { head }: PinnedMerge): Promise<HostMerge> {
  const { main, read, send } = merging
  const before = await read()
  if (before.base !== main) return elsewhere(before, main)
  if (before.state !== 'open') return (await byAnother(merging, before)) ?? ended(before, head)
  if (before.head !== head) return headMoved(before, head)
  try {
    await send()
  } catch (error) {
    const after = await readAfter(error, read)
    return (await byAnother(merging, after)) ?? afterNo(after, { head, error })
  }
  return ended(await read(), head)
}

/** Invariant 1: a permission is for our own merge. What somebody else merged is told of, and is none that we made. */
async function byAnother({ own }: Merging, { state, mergedBy, url }: HostedPull): Promise<HostMerge | undefined> {
  if (state !== 'merged' || mergedBy?.toLowerCase() === (await own()).toLowerCase()) return undefined
  const reason = `${url} was merged there by ${mergedBy ?? 'an account that the forge does not name'} and not by Leeway. See what is on the branch there, and reject this one here.`
  return { refused: 'not_mergeable', reason }
}

/** What stands there after a merge that was refused, or that nobody heard the end of. Any other error is not about the merge. */
function readAfter(error: unknown, read: Merging['read']): Promise<HostedPull> {
  if (isUnknown(error) || NOT_AS_IT_IS.has(refusedWith(error)?.status ?? 0)) return read()
  throw error
}

function afterNo(after: HostedPull, { head, error }: { readonly head: string; readonly error: unknown }): HostMerge {
  if (after.state !== 'open') return ended(after, head)
  // Nobody knows whether it is still under way. Whoever comes back later reads first.
  if (isUnknown(error)) throw error
  if (after.head !== head) return headMoved(after, head)
  const said = refusedWith(error)?.said ?? ''
  return { refused: kindOf(said), reason: `The forge does not merge it: ${said === '' ? 'it gives no reason.' : said}` }
}

function isUnknown(error: unknown): boolean {
  return error instanceof AppError && error.code === 'forge_unreachable'
}

/** A pull request that is over: by the merge that was asked for, or by something else. */
function ended(pull: HostedPull, head: string): HostMerge {
  if (pull.state === 'closed') return { refused: 'not_mergeable', reason: `${pull.url} was closed there.` }
  if (pull.state === 'open')
    return { refused: 'not_mergeable', reason: `The forge says that it merged ${pull.url}, and shows it open.` }
  if (pull.head !== head) return headMoved(pull, head)
  if (pull.commit !== null) return { commit: pull.commit }
  throw new AppError('forge_unreadable', [], { message: `${pull.url} is merged, and the forge names no commit.` })
}

/** Invariant 25: what was approved for `main` goes nowhere else. */
function elsewhere({ url, base }: HostedPull, main: string): HostMerge {
  const reason = `${url} was turned towards ${base}, and was approved for ${main}. Turn it back there.`
  return { refused: 'not_mergeable', reason }
}

function headMoved(pull: HostedPull, head: string): HostMerge {
  const reason = `${pull.url} is at ${pull.head.slice(0, 10)} and not at ${head.slice(0, 10)}, which was approved.`
  return { refused: 'head_moved', reason }
}

/** The head is as it was, so that it is about `main`, about both, or about something else that only the forge knows. */
function kindOf(said: string): 'base_moved' | 'conflict' | 'not_mergeable' {
  if (/base branch was modified|push out of date/i.test(said)) return 'base_moved'
  return /conflict/i.test(said) ? 'conflict' : 'not_mergeable'
}
