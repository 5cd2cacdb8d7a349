import { loadNoes, standingIn } from '../../engine/pull/standing-noes.ts'
import { Reader } from '../../engine/reader.ts'
import { roundAt } from '../../engine/tables.ts'
import type { CommitRange } from '../../engine/workspaces.ts'
import type { Remark } from '../../model/checkpoint.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import { readingOrder } from '../../review/reading-order.ts'
import type { Context } from '../context.ts'
import { namePushers, type PushedCommit } from './name-pushers.ts'
import { type QuotedPart, quotedPart } from './quoted-part.ts'

/**
 * Why the agent is at work again. After `approved` it owes answers alone: where it changes nothing the approved tree is merged, and
 * what it changes is reviewed anew.
 */
export type FeedbackVerdict = 'approved' | 'changes_requested' | 'pushed' | 'behind_main'

/** A review as the agent reads it: data, not prose. */
export interface Feedback {
  readonly verdict: FeedbackVerdict
  /** The newest round when it was read; 0 before anything was offered. */
  readonly round: number
  /** What it comes to, in the reviewer's words. */
  readonly text: string
  /** Everything that is not resolved: place, quoted lines and what was said. File by file, from the top down. */
  readonly threads: readonly ReviewThread[]
  /** Those that the agent has to answer with the next round. */
  readonly unanswered: Pull['unanswered']
  readonly remarks: readonly Remark[]
  /** Files and hunks that somebody does not want as they are, with the lines that are meant. */
  readonly rejected: readonly QuotedPart[]
  /** What people put on the branch themselves, with who it was and the author that it names. */
  readonly commits: readonly PushedCommit[]
  /** Files that can't be joined with what was merged meanwhile. */
  readonly conflicts: readonly string[]
}

/** What somebody said of a round. */
export interface Said extends Pick<Feedback, 'verdict' | 'text' | 'remarks'> {
  readonly pull: PullId
  /** The head that the agent last brought. */
  readonly since: string
}

/** Gathers everything that the agent has to know before the next round. */
export async function readFeedback(context: Context, said: Said): Promise<Feedback> {
  const { store, workspaces } = context
  const pull = (await store.get('pulls', said.pull))?.row
  // Before it was first offered nobody can have said anything.
  if (pull === undefined)
    return {
      verdict: said.verdict,
      round: 0,
      text: said.text,
      remarks: said.remarks,
      threads: [],
      unanswered: [],
      rejected: [],
      commits: [],
      conflicts: [],
    }
  const equals = [pull.id]
  const threads = await store.find({ table: 'review_threads', index: 'by_pull', equals, limit: 1000 })
  const head = (await workspaces.head(pull.job, pull.branch)) ?? pull.head
  return {
    verdict: said.verdict,
    round: pull.round,
    text: said.text,
    remarks: said.remarks,
    threads: threads
      .map(({ row }) => row)
      .filter(({ state }) => state !== 'resolved')
      .toSorted(readingOrder),
    unanswered: pull.unanswered,
    rejected: await rejectedIn(context, pull),
    commits: await commitsOfPeople(context, pull, { after: said.since, until: head }),
    conflicts: [],
  }
}

/** In its turn the agent has commits of its own between theirs. */
async function commitsOfPeople(context: Context, pull: Pull, range: CommitRange): Promise<readonly PushedCommit[]> {
  if (range.after === range.until) return []
  const { job, agent } = pull
  const main = await context.workspaces.head(job, 'main')
  const commits = await context.workspaces.log(job, { ...range, ...(main && { main }) })
  return (await namePushers(context, pull, commits)).filter(
    ({ author, pushed_by }) => pushed_by !== null || author !== agent,
  )
}

/** What was rejected and stands, wherever that is by now; and what is gone, so that nobody brings it back. */
async function rejectedIn({ store, workspaces }: Context, pull: Pull): Promise<readonly QuotedPart[]> {
  const noes = await loadNoes(new Reader(store), pull)
  if (noes.said.length === 0) return []
  const round = (await store.get('rounds', roundAt(pull.id, pull.round)))?.row
  const standing = Map.groupBy(standingIn(round?.files ?? [], noes), ({ verdict }) => verdict)
  const files = await workspaces.diff(pull.job, { from: pull.base, to: pull.tree })
  const shown = { files, returned: round?.returned ?? [] }
  return noes.said
    .flatMap(({ marks }) => marks.verdicts)
    .filter(({ verdict }) => verdict === 'rejected')
    .flatMap((verdict) => {
      const parts = standing.get(verdict)?.map(({ part }) => part) ?? [undefined]
      return parts.map((part) => quotedPart(verdict, { ...shown, part }))
    })
}
