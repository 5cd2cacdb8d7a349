import type { PullView } from '../../src/api/pull-views.ts'
import type { Round } from '../../src/model/pull.ts'
import type { RejectedPart } from '../../src/model/rejected-part.ts'
import type { FileVerdict, Marks, ReviewThread } from '../../src/model/review-thread.ts'
import type { ShownFile } from './row.ts'

/** What a reviewer has done about a file so far, as far as its content is still the same. */
export interface Standing {
  /** `changed`: it was looked at, and something else changes in it by now. */
  readonly viewed: 'yes' | 'no' | 'changed'
  readonly verdict: FileVerdict | undefined
  readonly comments: number
  /** How many parts of it came back as they were rejected. */
  readonly returned: number
}

/** What counts for a file: marks and verdicts hold for as long as the hash of what changes is the same. */
export function standingOf(
  { path, hash }: Pick<ShownFile, 'path' | 'hash'>,
  { viewed, verdicts }: Pick<Marks, 'viewed'> & { readonly verdicts: readonly FileVerdict[] },
  unsent: readonly FileVerdict[],
): Pick<Standing, 'viewed' | 'verdict'> {
  const mark = Object.hasOwn(viewed, path) ? viewed[path] : undefined
  const isOfFile = (given: FileVerdict) => given.path === path && given.hunk === null && given.file === hash
  return {
    viewed: mark === undefined ? 'no' : mark === hash ? 'yes' : 'changed',
    verdict: unsent.find(isOfFile) ?? verdicts.find(isOfFile),
  }
}

/** What somebody thinks of a hunk. It is known by its content, wherever in the file it stands. */
export function hunkVerdict(
  path: string,
  hunk: string | null,
  verdicts: readonly FileVerdict[],
): FileVerdict | undefined {
  return verdicts.find((given) => given.path === path && given.hunk === hunk)
}

/** Whether a verdict is about what a round changes. What was judged before a push and has changed by it is there no more. */
export function isInRound({ path, file: hash, hunk }: FileVerdict, files: readonly Judged[]): boolean {
  const file = files.find((one) => one.path === path)
  if (file === undefined) return false
  return hunk === null ? file.hash === hash : file.hunks.some((one) => one.hash === hunk)
}

type Judged = Pick<ShownFile, 'path' | 'hash'> & { readonly hunks: readonly Pick<ShownFile['hunks'][number], 'hash'>[] }

/** What a verdict of an earlier review still says: a yes holds for what is as it was, a no for whatever says the same. */
export function keptVerdict(
  kept: FileVerdict | undefined,
  { isSettled, isMine }: { readonly isSettled: boolean; readonly isMine: boolean },
): FileVerdict | undefined {
  return kept?.verdict === 'rejected' || isSettled || isMine ? kept : undefined
}

/** Their no to what stands in this place by now, and was judged in another one or beside other changes. */
export function noOf(
  me: string | undefined,
  rejected: readonly RejectedPart[],
  { file: { path, hash }, hunk }: { readonly file: Pick<ShownFile, 'path' | 'hash'>; readonly hunk: string | null },
): FileVerdict | undefined {
  const no = rejected.find((part) => part.by === me && part.path === path && part.hunk === hunk)
  return no && { path, file: hash, hunk, verdict: 'rejected', reason: no.reason }
}

/** Tells of a part, by the hash of its hunk or of its file, whether the agent brought it back as it was rejected. */
export function whatReturned(round: Pick<Round, 'returned'> | undefined): (path: string, hash: string) => boolean {
  const key = (path: string, hash: string) => `${hash} ${path}`
  const returned = new Set(round?.returned.map(({ path, hash }) => key(path, hash)))
  return (path, hash) => returned.has(key(path, hash))
}

/** How many parts of each file the agent brought back as they were rejected, by its path. */
export function countReturned(round: Pick<Round, 'returned'> | undefined): ReadonlyMap<string, number> {
  const paths = Map.groupBy(round?.returned ?? [], ({ path }) => path)
  return new Map([...paths].map(([path, parts]) => [path, new Set(parts.map(({ hash }) => hash)).size]))
}

/** What stands rejected in the newest round, and was brought back as it was; what this reviewer is about to accept is settled. */
export function returnedIn(
  { pull, rounds, rejected }: Pick<PullView, 'pull' | 'rounds' | 'rejected'>,
  unsent: readonly FileVerdict[] = [],
): readonly RejectedPart[] {
  const back = rounds.find(({ number }) => number === pull.round)?.returned ?? []
  const isBack = ({ path, judged }: RejectedPart) =>
    back.some(
      (part) =>
        part.path === path &&
        judged.some((was) => was.path === part.judged.path && (was.hunk ?? was.file) === part.judged.hash),
    )
  return rejected.filter((part) => isBack(part) && hunkVerdict(part.path, part.hunk, unsent)?.verdict !== 'accepted')
}

/** Puts a verdict among those that are not submitted yet; the same once more takes it away. */
export function withVerdict(verdicts: readonly FileVerdict[], given: FileVerdict): readonly FileVerdict[] {
  const others = verdicts.filter(({ path, hunk }) => path !== given.path || hunk !== given.hunk)
  const same = verdicts.find(({ path, hunk }) => path === given.path && hunk === given.hunk)
  const isAgain = same?.verdict === given.verdict && same.reason === given.reason
  return isAgain ? others : [...others, given]
}

/** Threads that still want something. */
export function isUnsettled({ state }: Pick<ReviewThread, 'state'>): boolean {
  return state !== 'resolved'
}
