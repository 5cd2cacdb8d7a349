import { answerRemarks } from '../../engine/answer-remarks.ts'
import { isAbout, pullIdOf } from '../../engine/pull/pull-state.ts'
import type { GivenAnswer } from '../../engine/revise-checkpoint.ts'
import { runCommand } from '../../engine/run-command.ts'
import type { Checkpoint, Remark } from '../../model/checkpoint.ts'
import type { CheckpointId, PullId } from '../../model/ids.ts'
import { isOwed, owedOn } from '../../model/owed-on.ts'
import type { Pull } from '../../model/pull.ts'
import { MAIN } from '../../review/branch-name.ts'
import { takeUpDocuments } from '../document/take-up-documents.ts'
import { takeLatest } from '../forge/take-latest.ts'
import type { Entered } from '../pull/enter-phase.ts'
import { type Feedback, readFeedback, type Said } from '../pull/feedback.ts'
import { FEEDBACK, feedbackText } from '../pull/feedback-text.ts'
import { roundsOf } from '../pull/offer-round.ts'
import { putBackBranch } from '../pull/put-back-branch.ts'
import type { Staging } from '../pull/workspace.ts'
import { branchFiles } from './branch-files.ts'
import { isTakenBack } from './merge-recorded.ts'
import { orLater } from './or-later.ts'
import type { Run } from './run.ts'
import { step } from './step.ts'

/** Why the agent is at work again, where nobody has said anything. */
export const PUSHED = 'Somebody has pushed to the branch.'

/** What people want otherwise, as data. */
export function listen(run: Run, entered: Entered, said: Said): Promise<Feedback> {
  return step(run, 'listen', async () => {
    await putBack(run, said.pull)
    await takeUpDocuments(run.context, run.job, entered.branch)
    return readFeedback(run.context, said)
  })
}

/** The agent goes on from what was reviewed, also where somebody has deleted that. */
export async function putBack(run: Run, id: PullId): Promise<void> {
  const pull = (await run.context.store.get('pulls', id))?.row
  if (pull !== undefined) await orLater(run, () => putBackBranch(run.context, pull))
}

/** What the agent hears, and the checkpoint whose remarks it has to answer beside the next round. */
export interface Heard {
  readonly feedback: Feedback
  readonly owes: CheckpointId | null
}

/** What was approved: people may have pushed since the agent brought its last round. */
export interface Owed extends Heard, Pick<Pull, 'head' | 'base'> {}

/**
 * Whoever approves may have commented too, and every comment gets an answer, before the branch is gone. It is not written to the
 * branch: that would not be what was approved.
 */
export function hearOut(run: Run, id: PullId): Promise<Owed | null> {
  return step(run, 'hear out', async () => {
    const pull = (await run.context.store.get('pulls', id))?.row
    // Whoever merged it, nobody can change it any more.
    if (pull?.status !== 'open' || pull.merge !== null || (await isTakenBack(run, pull))) return null
    const { head, base, checkpoint: owes } = pull
    const checkpoint = await checkpointOf(run, owes)
    if (owedOn(pull, checkpoint) === 0) return null
    // What was approved is not what stands there by now: then people are asked about that first.
    if (checkpoint !== undefined && !isAbout(pull, checkpoint.gate, checkpoint.content_hash)) return null
    await putBack(run, id)
    const text = checkpoint?.resolution?.reason ?? ''
    const said = { verdict: 'approved', text, remarks: openIn(checkpoint), pull: id, since: head } as const
    return { feedback: await readFeedback(run.context, said), owes, head, base }
  })
}

interface Unfinished {
  readonly before: Feedback | null
  /** The checkpoint whose remarks the agent has to answer. */
  readonly asked: CheckpointId | null
}

/** Whether somebody has said something of the whole that the agent did not hear of, and so says nothing to. */
export async function isPassedOver(
  run: Run,
  asked: CheckpointId | null,
  given: readonly GivenAnswer[],
): Promise<boolean> {
  const open = openIn(await checkpointOf(run, asked))
  return open.some(({ number }) => !given.some((answer) => answer.number === number))
}

/** Somebody has said more while the agent was at work; what it has brought is not taken without an answer to that. */
export function hearAgain(run: Run, id: PullId, { before, asked }: Unfinished): Promise<Feedback> {
  return step(run, 'hear again', async () => {
    const { verdict = 'changes_requested', text = '' } = before ?? {}
    const remarks = openIn(await checkpointOf(run, asked))
    const since = await lastHeard(run, id, before)
    return readFeedback(run.context, { verdict, text, remarks, pull: id, since })
  })
}

/** The commit behind which everything is news to the agent: the round that it heard of last, or else the newest. */
export async function lastHeard({ context }: Run, id: PullId, before: Feedback | null): Promise<string> {
  const heardOf = (await roundsOf(context, id)).find(({ number }) => number === before?.round)
  return heardOf?.head ?? (await context.store.get('pulls', id))?.row.head ?? ''
}

/** Says what the agent has to say to remarks on something that was approved. Done again after a crash it says nothing twice. */
export async function answerApproved(run: Run, checkpoint: CheckpointId, given: readonly GivenAnswer[]): Promise<void> {
  await step(run, 'answer', async () => {
    const open = openIn(await checkpointOf(run, checkpoint))
    const answers = given.filter(({ number }) => open.some((remark) => remark.number === number))
    if (open.length > 0) await runCommand(run.context, answerRemarks, { ...run.mine, checkpoint, answers })
  })
}

async function checkpointOf({ context }: Run, id: CheckpointId | null): Promise<Checkpoint | undefined> {
  return id === null ? undefined : (await context.store.get('checkpoints', id))?.row
}

function openIn(checkpoint: Checkpoint | undefined): readonly Remark[] {
  return (checkpoint?.remarks ?? []).filter(isOwed)
}

interface Behind {
  /** Why. */
  readonly text: string
  /** The commit behind which what people have pushed is news to the agent. */
  readonly since: string
}

/**
 * Brings the branch up to `main`; what can't be joined is for the agent to settle. Where `main` stands as it did, somebody has pushed
 * what nobody had approved.
 */
export function catchUp(run: Run, entered: Entered, { text, since }: Behind): Promise<Heard> {
  return step(run, 'catch up', async () => {
    const { context, job, by } = run
    const { branch } = entered
    const pull = pullIdOf(job.id, branch)
    await putBack(run, pull)
    // A forge refuses a merge for a push of that very moment; whoever goes on without it parts from what stands there for good.
    await orLater(run, () => takeLatest(context, pull))
    const { conflicts } = await context.workspaces.catchUp(job.id, branch, { by, at: context.store.now() })
    const row = (await context.store.get('pulls', pull))?.row
    const owes = row?.checkpoint ?? null
    const checkpoint = await checkpointOf(run, owes)
    const remarks = openIn(checkpoint)
    // Whoever took an approval back wants something else than `main` being ahead: that is what the agent hears.
    const no = noIn(checkpoint)
    const why = no === undefined ? ({ verdict: 'behind_main', text } as const) : sentBackBy(no)
    const heard = await readFeedback(context, { ...why, remarks, pull, since })
    const isPushed = heard.commits.length > 0 && (await context.workspaces.head(job.id, MAIN)) === row?.base
    const told = isPushed && no === undefined ? ({ verdict: 'pushed', text: PUSHED } as const) : {}
    return { feedback: { ...heard, ...told, conflicts }, owes }
  })
}

/** A request for changes that the agent has not met yet. One in threads alone is never answered itself, and is met by the next revision. */
function noIn(checkpoint: Checkpoint | undefined): Remark | undefined {
  const isMet = ({ wordless, revision }: Remark) => wordless === true && revision !== checkpoint?.revision
  return checkpoint?.remarks.findLast(
    (remark) => remark.kind === 'request_changes' && remark.answer === null && !isMet(remark),
  )
}

function sentBackBy({ text }: Remark) {
  return { verdict: 'changes_requested', text } as const
}

/**
 * Puts what was heard on the branch, in words. It was recorded before: our own page is known by what it says, and after a crash that has
 * to be the same, whatever people have said since. A file of that name that somebody else has put there is theirs.
 */
export async function takeDown(run: Run, { branch, phase }: Entered, feedback: Feedback | null): Promise<void> {
  if (feedback === null || !isTakenDown(feedback)) return
  await step(run, 'take down', async () => {
    const { staging } = branchFiles(run, { branch, phase })
    if ((await staging.read(FEEDBACK)) !== undefined) return
    staging.write(FEEDBACK, feedbackText(feedback))
    await staging.commit('Take down the review')
  })
}

/** What is approved is not touched for the sake of a page, nor is work for which `main` alone has moved. */
function isTakenDown({ verdict, conflicts }: Feedback): boolean {
  return verdict !== 'approved' && (verdict !== 'behind_main' || conflicts.length > 0)
}

/** Takes our own page about a review away, and nobody else's. */
export async function takeAway(staging: Staging, feedback: Feedback | null): Promise<void> {
  if (feedback !== null && (await staging.read(FEEDBACK)) === feedbackText(feedback)) staging.write(FEEDBACK, null)
}
