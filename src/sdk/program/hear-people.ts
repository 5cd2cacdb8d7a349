import { answerRemarks } from '../../engine/answer-remarks.ts'
import { pullIdOf } from '../../engine/pull/pull-state.ts'
import type { GivenAnswer } from '../../engine/revise-checkpoint.ts'
import { runCommand } from '../../engine/run-command.ts'
import type { Remark } from '../../model/checkpoint.ts'
import type { CheckpointId, PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { takeUpDocuments } from '../document/take-up-documents.ts'
import type { Entered } from '../pull/enter-phase.ts'
import { type Feedback, feedbackText, readFeedback, type Said } from '../pull/feedback.ts'
import { branchFiles } from './branch-files.ts'
import { isTakenBack } from './merge-recorded.ts'
import type { Run } from './run.ts'
import { step } from './step.ts'

/** Lies on the branch between two rounds, and is no part of what is offered. */
export const FEEDBACK = 'feedback.md'

/** What people want otherwise, as data, and in words on the branch. */
export function listen(run: Run, entered: Entered, said: Said): Promise<Feedback> {
  return step(run, 'listen', async () => {
    await takeUpDocuments(run.context, run.job, entered.branch)
    const feedback = await readFeedback(run.context, said)
    await write(run, entered, feedback)
    return feedback
  })
}

/** What the agent owes an answer to, and what was approved: people may have pushed since it brought its last round. */
export interface Owed extends Pick<Pull, 'head' | 'base'> {
  readonly feedback: Feedback
}

/**
 * Whoever approves may have commented too, and every comment gets an answer, before the branch is gone. It is not written to the
 * branch: that would not be what was approved.
 */
export function hearOut(run: Run, id: PullId): Promise<Owed | null> {
  return step(run, 'hear out', async () => {
    const pull = (await run.context.store.get('pulls', id))?.row
    // Whoever merged it, nobody can change it any more.
    if (pull?.status !== 'open' || pull.merge !== null || (await isTakenBack(run, pull))) return null
    const remarks = await openRemarks(run, pull.checkpoint)
    if (pull.unanswered.length + remarks.length === 0) return null
    const { head, base } = pull
    const said = { verdict: 'approved', text: '', remarks, pull: id, since: head } as const
    return { feedback: await readFeedback(run.context, said), head, base }
  })
}

/** Says what the agent has to say to remarks on something that was approved. Done again after a crash it says nothing twice. */
export async function answerApproved(run: Run, checkpoint: CheckpointId, given: readonly GivenAnswer[]): Promise<void> {
  await step(run, 'answer', async () => {
    const open = await openRemarks(run, checkpoint)
    const answers = given.filter(({ number }) => open.some((remark) => remark.number === number))
    if (open.length > 0) await runCommand(run.context, answerRemarks, { ...run.mine, checkpoint, answers })
  })
}

async function openRemarks({ context }: Run, id: CheckpointId | null): Promise<readonly Remark[]> {
  const checkpoint = id === null ? undefined : (await context.store.get('checkpoints', id))?.row
  return (checkpoint?.remarks ?? []).filter(({ answer }) => answer === null)
}

/** Brings the branch up to `main`; what can't be joined is for the agent to settle. */
export function catchUp(run: Run, entered: Entered, text: string): Promise<Feedback> {
  return step(run, 'catch up', async () => {
    const { context, job, by } = run
    const { branch } = entered
    const since = (await context.workspaces.head(job.id, branch)) ?? ''
    const { conflicts } = await context.workspaces.catchUp(job.id, branch, { by, at: context.store.now() })
    const said = { verdict: 'behind_main', text, remarks: [] } as const
    const heard = await readFeedback(context, { ...said, pull: pullIdOf(job.id, branch), since })
    const feedback = { ...heard, conflicts, commits: [] }
    if (conflicts.length > 0) await write(run, entered, feedback)
    return feedback
  })
}

async function write(run: Run, entered: Entered, feedback: Feedback): Promise<void> {
  const { staging } = branchFiles(run, entered)
  staging.write(FEEDBACK, feedbackText(feedback))
  await staging.commit('Take down the review')
}
