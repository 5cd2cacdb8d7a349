import { pullIdOf } from '../../engine/pull/pull-state.ts'
import { runCommand } from '../../engine/run-command.ts'
import { withdrawCheckpoint } from '../../engine/withdraw-checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import type { Entered } from '../pull/enter-phase.ts'
import type { Feedback } from '../pull/feedback.ts'
import { branchFiles } from './branch-files.ts'
import { takeAway } from './hear-people.ts'
import type { Run } from './run.ts'
import { step } from './step.ts'

const REASON = 'The phase has failed, so that nobody brings this again.'

/** A phase that fails, and what its last round had heard. */
interface Failing extends Entered {
  readonly feedback: Feedback | null
}

/**
 * What was sent back to a phase waits for the agent alone. Where the phase fails it is taken back: a program that catches the error would
 * otherwise be held for ever by what nobody can answer. Its pull request stays, for the phase may be entered again; it ends with the job.
 */
export async function letGo(run: Run, failing: Failing, error: unknown): Promise<never> {
  await step(run, 'let go', async () => {
    await takeBack(run, failing)
    const { staging } = branchFiles(run, failing)
    await takeAway(staging, failing.feedback)
    await staging.commit('Put the review away')
  }).catch(orLeave)
  throw error
}

async function takeBack({ context, job, mine }: Run, { branch }: Failing): Promise<void> {
  const checkpoint = (await context.store.get('pulls', pullIdOf(job.id, branch)))?.row.checkpoint ?? null
  const asked = checkpoint === null ? undefined : (await context.store.getBrief('checkpoints', checkpoint))?.row
  if (asked?.sent_back !== true) return
  const { tenant, by } = mine
  const input = { tenant, job: job.id, by, checkpoint: asked.id, reason: REASON }
  await runCommand(context, withdrawCheckpoint, { ...input, status: 'cancelled' })
}

/** What made the phase fail is what is told: that its branch can't be tidied, because it is gone or broken, mostly comes of the same. */
function orLeave(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'step_failed') throw error
}
