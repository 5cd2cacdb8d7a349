import { pullIdOf } from '../../engine/pull/pull-state.ts'
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

/**
 * Whoever approves may have commented too, and every comment gets an answer, before the branch is gone. It is not written to the
 * branch: that would not be what was approved.
 */
export function hearOut(run: Run, { id, head }: Pick<Pull, 'id' | 'head'>): Promise<Feedback | null> {
  return step(run, 'hear out', async () => {
    const pull = (await run.context.store.get('pulls', id))?.row
    if (pull === undefined || pull.unanswered.length === 0 || (await isTakenBack(run, pull))) return null
    return readFeedback(run.context, { verdict: 'approved', text: '', remarks: [], pull: id, since: head })
  })
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
