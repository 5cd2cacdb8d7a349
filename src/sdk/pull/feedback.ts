import type { CommitNote } from '../../engine/workspaces.ts'
import type { Remark } from '../../model/checkpoint.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { FileVerdict, ReviewThread } from '../../model/review-thread.ts'
import type { Context } from '../context.ts'

/**
 * Why the agent is at work again. After `approved` it owes answers alone: where it changes nothing the approved tree is merged, and
 * what it changes is reviewed anew.
 */
export type FeedbackVerdict = 'approved' | 'changes_requested' | 'pushed' | 'behind_main'

/** A review as the agent reads it: data, not prose. */
export interface Feedback {
  readonly verdict: FeedbackVerdict
  /** What it comes to, in the reviewer's words. */
  readonly text: string
  /** Everything that is not resolved: place, quoted lines and what was said. */
  readonly threads: readonly ReviewThread[]
  /** Those that the agent has to answer with the next round. */
  readonly unanswered: Pull['unanswered']
  readonly remarks: readonly Remark[]
  /** Files and hunks that somebody does not want as they are. */
  readonly rejected: readonly FileVerdict[]
  /** What people put on the branch themselves. */
  readonly commits: readonly CommitNote[]
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
  const marks = await store.find({ table: 'marks', index: 'by_pull', equals, limit: 1000 })
  const head = (await workspaces.head(pull.job, pull.branch)) ?? pull.head
  return {
    verdict: said.verdict,
    text: said.text,
    remarks: said.remarks,
    threads: threads.map(({ row }) => row).filter(({ state }) => state !== 'resolved'),
    unanswered: pull.unanswered,
    rejected: marks.flatMap(({ row }) => row.verdicts).filter(({ verdict }) => verdict === 'rejected'),
    commits: head === said.since ? [] : await workspaces.log(pull.job, { after: said.since, until: head }),
    conflicts: [],
  }
}

/** The same for people and for agents that read files: what `feedback.md` holds. */
export function feedbackText(feedback: Feedback): string {
  const threads = feedback.threads.map(threadText)
  const rejected = feedback.rejected.map(({ path, reason }) => `- ${path}: ${reason || 'not as it is'}`)
  const commits = feedback.commits.map(
    ({ commit, author, message }) => `- ${commit.slice(0, 10)} ${author}: ${message}`,
  )
  return [
    '# Review\n',
    feedback.text === '' ? [] : `${feedback.text}\n`,
    feedback.conflicts.length === 0
      ? []
      : `## Conflicts with main\n\n${feedback.conflicts.map((path) => `- ${path}`).join('\n')}\n`,
    threads.length === 0 ? [] : `## Threads\n\n${threads.join('\n')}`,
    rejected.length === 0 ? [] : `## Rejected\n\n${rejected.join('\n')}\n`,
    commits.length === 0 ? [] : `## Commits by people\n\n${commits.join('\n')}\n`,
  ]
    .flat()
    .join('\n')
}

function threadText(thread: ReviewThread): string {
  const { id, kind, anchor, messages, suggestion, applied } = thread
  const indented = (lines: readonly string[]) => lines.map((text) => `    ${text}`)
  const quote = anchor === null ? [] : [...indented(anchor.quote), '']
  const said = messages.map(({ by, text }) => `- ${by.id}: ${text}`)
  const instead = suggestion === null ? [] : ['', 'Suggested instead:', '', ...indented(suggestion.split('\n'))]
  const done = applied === null ? [] : ['', `Applied by ${applied.by.id} in ${applied.commit.slice(0, 10)}.`]
  return [`### ${id} (${kind}), ${placeText(thread)}`, '', ...quote, ...said, ...instead, ...done, ''].join('\n')
}

function placeText({ anchor, place }: ReviewThread): string {
  if (anchor === null) return 'on the whole'
  if (place === null) return `${anchor.path}:${anchor.first} (these lines are gone)`
  return `${place.path}:${place.first}`
}
