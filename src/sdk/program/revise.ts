import { gateIn } from '../../config/gate-in.ts'
import { answerRemarks } from '../../engine/answer-remarks.ts'
import { hashOf, seal } from '../../engine/content-hash.ts'
import { contentOf } from '../../engine/content-of.ts'
import { reviseCheckpoint } from '../../engine/revise-checkpoint.ts'
import { runCommand } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import type { CheckpointId } from '../../model/ids.ts'
import { isOwed } from '../../model/owed-on.ts'
import { settleHeld } from '../ask-gate.ts'
import { ownAround } from '../own-around.ts'
import { ownCopy } from '../own-copy.ts'
import type { Passage } from '../passage.ts'
import { toPassage } from '../to-passage.ts'
import { passageOf } from './answer.ts'
import { gateWords } from './journal.ts'
import type { Revision } from './program.ts'
import { replayRound, revisionsIn } from './replay-gate.ts'
import type { Run } from './run.ts'

/** The newest round of a pull request, as far as the agent knows. */
interface OfRound {
  readonly head: string
  /** Which revision of the checkpoint it brings, counted from 1. */
  readonly revision: number
}

/**
 * Brings the next revision of what was sent back, or gives the answer that it got. Of a pull request it may come too late, because a
 * person has pushed: that try is known by its commit, so that it neither counts nor is taken for the one after it.
 */
export function revise(
  run: Run,
  checkpoint: CheckpointId,
  next: Revision & { readonly of?: OfRound },
): Promise<Passage> {
  const gate = gateIn(run.context.workplace, ownCopy(next.gate))
  const { content, hash } = seal(contentOf(gate, ownAround(next.around)))
  const words = gateWords(content)
  const name = next.of === undefined ? `revise ${checkpoint}` : `revise ${checkpoint} ${next.of.head}`
  // Counted for each checkpoint, so that the number of the call is the number of the revision.
  return run.call({ name, question: hashOf(['revise', hash]), words }, async (call) => {
    const round = next.of?.revision ?? call.nth
    const before = revisionsIn(run.journal.about(checkpoint))[round - 1]
    const { onHold, job, by } = run
    const question = { job, by, gate: next.gate, options: { onHold }, recorded: false, idempotent: false, call }
    if (next.of !== undefined && before !== undefined && before.data.asked_hash !== hash)
      throw new AppError('head_moved')
    if (before !== undefined) {
      refuseOther(
        call.name,
        { asked: words, recorded: gateWords(before.data.content) },
        before.data.asked_hash === hash,
      )
      return passageOf(await replayRound(run, question, { checkpoint, round }))
    }
    const over = await endedSince(run, checkpoint, next)
    if (over !== undefined) return over
    const { tenant } = run.context
    const driver = run.driver
    const input = { tenant, job: job.id, by, checkpoint, gate, content, answers: next.answers, driver }
    const held = await runCommand(run.context, reviseCheckpoint, input)
    return passageOf({ settled: await settleHeld(run.context, question, held) })
  })
}

/** What ended a question while the agent was at work on it, a restore for one. What the agent has to say to the remarks is kept all the same. */
async function endedSince(run: Run, id: CheckpointId, { answers }: Revision): Promise<Passage | undefined> {
  const checkpoint = (await run.context.store.get('checkpoints', id))?.row
  if (checkpoint === undefined || checkpoint.status === 'pending' || !checkpoint.sent_back) return undefined
  if (checkpoint.status === 'superseded' && checkpoint.remarks.some(isOwed))
    await runCommand(run.context, answerRemarks, { ...run.mine, checkpoint: id, answers })
  return toPassage({ settled: 'checkpoint', checkpoint, gate: checkpoint.gate, attempt: null })
}

function refuseOther(call: string, { asked, recorded }: Record<'asked' | 'recorded', string>, same: boolean): void {
  if (same) return
  const message = `The program has changed: ${call} was ${recorded}; by now it is ${asked}.`
  throw new AppError('program_changed', [], { message, details: { call, recorded, asked } })
}
