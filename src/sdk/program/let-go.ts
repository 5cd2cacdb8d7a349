import { runCommand } from '../../engine/run-command.ts'
import { withdrawCheckpoint } from '../../engine/withdraw-checkpoint.ts'
import type { PullId } from '../../model/ids.ts'
import type { Run } from './run.ts'
import { step } from './step.ts'

const REASON = 'The phase has failed, so that nobody brings this again.'

/**
 * What was sent back to a phase waits for the agent alone. Where the phase fails it is taken back: a program that catches the error would
 * otherwise be held for ever by what nobody can answer. Its pull request stays, for the phase may be entered again; it ends with the job.
 */
export async function letGo(
  { run, pull }: { readonly run: Run; readonly pull: PullId },
  error: unknown,
): Promise<never> {
  await step(run, 'let go', async () => {
    const { context, mine } = run
    const checkpoint = (await context.store.get('pulls', pull))?.row.checkpoint ?? null
    const asked = checkpoint === null ? undefined : (await context.store.getBrief('checkpoints', checkpoint))?.row
    if (asked?.sent_back !== true) return
    const input = { tenant: mine.tenant, job: mine.job, by: mine.by, checkpoint: asked.id, reason: REASON }
    await runCommand(context, withdrawCheckpoint, { ...input, status: 'cancelled' })
  })
  throw error
}
