import type { PullView } from '../../src/api/pull-views.ts'
import { acceptedAlong, contradictedNo } from '../../src/model/accepts-parts.ts'
import type { PullId } from '../../src/model/ids.ts'
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

/** Whether somebody has rejected a part of a file, and would not take that back with what they have yet to submit. */
export function rejectsPartOf(
  path: string,
  {
    me,
    rejected,
    unsent,
  }: {
    readonly me: string | undefined
    readonly rejected: readonly RejectedPart[]
    readonly unsent: readonly FileVerdict[]
  },
): boolean {
  if (unsent.some((given) => given.path === path && given.hunk !== null && given.verdict === 'rejected')) return true
  const along = acceptedAlong(unsent, rejected, me)
  return rejected.some(
    (part) =>
      part.by === me &&
      part.path === path &&
      part.hunk !== null &&
      !along.includes(part) &&
      hunkVerdict(path, part.hunk, unsent) === undefined,
  )
}

/** What somebody thinks of a part: first what is not submitted yet, where a yes to the whole file takes their no to a part back. */
export function partVerdict(
  { path, hunk }: Pick<FileVerdict, 'path'> & { readonly hunk: string },
  unsent: readonly FileVerdict[],
  before: FileVerdict | undefined,
): FileVerdict | undefined {
  const own = hunkVerdict(path, hunk, unsent)
  if (own !== undefined || before?.verdict !== 'rejected') return own ?? before
  const whole = wholeOf(path, unsent)
  return whole?.verdict === 'accepted' ? { ...before, verdict: 'accepted', reason: '' } : before
}

function wholeOf(path: string, verdicts: readonly FileVerdict[]): FileVerdict | undefined {
  return verdicts.find((given) => given.path === path && given.hunk === null)
}

/** Under what the reason for a no to a part is kept in the browser. */
export function aboutPart(pull: PullId, path: string, hunk: string | null): string {
  return `${pull} ${path} ${hunk ?? ''}`
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
  const isAccepted = ({ path, hunk }: RejectedPart) =>
    (unsent.find((given) => given.path === path && given.hunk === hunk) ?? wholeOf(path, unsent))?.verdict ===
    'accepted'
  return rejected.filter((part) => isBack(part) && !isAccepted(part))
}

/** Puts a verdict among those that are not submitted yet; the same once more takes it away. What it speaks against is taken out. */
export function withVerdict(verdicts: readonly FileVerdict[], given: FileVerdict): readonly FileVerdict[] {
  const others = verdicts.filter(
    (old) => (old.path !== given.path || old.hunk !== given.hunk) && contradictedNo([old, given]) === undefined,
  )
  const isSame = ({ path, file, hunk }: FileVerdict) =>
    path === given.path && hunk === given.hunk && (hunk !== null || file === given.file)
  const same = verdicts.find(isSame)
  const isAgain = same?.verdict === given.verdict && same.reason === given.reason
  return isAgain ? others : [...others, given]
}

/** Threads that still want something. */
export function isUnsettled({ state }: Pick<ReviewThread, 'state'>): boolean {
  return state !== 'resolved'
}
