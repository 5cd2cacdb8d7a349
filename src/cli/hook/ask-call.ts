import type { RemoteJob } from '../../client/remote-job.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { AppError, type ErrorCode } from '../../model/errors.ts'
import type { GateInput } from '../../model/gate.ts'
import { CheckpointId } from '../../model/ids.ts'
import { answerOf } from './answer-of.ts'
import { holdId } from './hold-id.ts'
import type { HookAnswer, HookCall } from './hook-call.ts'

/** The job of the agent's run, on the files or through a server. */
export type AskingJob = Pick<RemoteJob, 'id' | 'gate' | 'look' | 'withdraw'>

/** How long somebody who is asked may take, and what a held call does. */
export interface Patience {
  readonly waitMs: number
  /** `ask` hands the question to the agent's own dialog. */
  readonly onHold: 'wait' | 'ask'
}

/**
 * Asks about one call. A call with the same content as one that is held, or that was approved and not taken up, is that
 * call brought again: it waits for the same answer, and spends it once. All others are questions of their own.
 */
export async function askCall(job: AskingJob, call: HookCall, patience: Patience): Promise<HookAnswer> {
  if (patience.onHold === 'ask') return handOver(job, call)
  for (let time = 1; ; time += 1) {
    const id = holdId(job.id, call, time)
    try {
      return await askOnce(job, call, { key: call.use, id, waitMs: patience.waitMs })
    } catch (error) {
      if (isSpent(error)) return TAKEN_UP
      if (!isError(error, 'id_taken')) throw error
    }
    const earlier = await job.look(id)
    if (!isOpen(earlier) || earlier.key === null) continue
    try {
      return await askOnce(job, call, { key: earlier.key, id, waitMs: patience.waitMs })
    } catch (error) {
      // Another call with the same content took the approval up meanwhile, so this one needs its own.
      if (!isSpent(error)) throw error
    }
  }
}

const TAKEN_UP: HookAnswer = {
  decision: 'deny',
  reason: 'A yes counts once, and the one to this call has been taken up. Make it anew, as a call of its own.',
}

/** Whether this very call, or one with the same content, was let through already. */
function isSpent(error: unknown): boolean {
  return isError(error, 'key_spent') || isError(error, 'already_spent')
}

/** Whether an answer to it can still be waited for or taken up. */
function isOpen({ status, spent_at }: Checkpoint): boolean {
  return status === 'pending' || (status === 'approved' && spent_at === null)
}

interface Once {
  readonly key: string
  readonly id: CheckpointId
  readonly waitMs: number
}

/** Waits as long as it may; then leaves the hold where it is, and says how to go on. */
async function askOnce(job: AskingJob, call: HookCall, { key, id, waitMs }: Once): Promise<HookAnswer> {
  const options = { key, id, title: call.title, around: { cwd: call.cwd } }
  const signal = AbortSignal.timeout(Math.max(1, Math.round(waitMs)))
  try {
    return answerOf(await job.gate(gateOf(call), { ...options, onHold: 'wait', signal }))
  } catch (error) {
    if (!signal.aborted) throw error
  }
  try {
    return answerOf(await job.gate(gateOf(call), { ...options, onHold: 'throw' }))
  } catch (error) {
    if (!isError(error, 'held')) throw error
    return stillHeld(error.details['checkpoint'] ?? id)
  }
}

function stillHeld(checkpoint: string): HookAnswer {
  const reason =
    `Nobody has answered yet, so it may not run now. It stays held as ${checkpoint}. Tell your user to answer it ` +
    `(leeway approve ${checkpoint}, or in the browser), and then make exactly the same call again: it takes the answer up.`
  return { decision: 'deny', reason }
}

/** The person at the agent's own terminal is asked there; what was held is taken back, so that nobody else is asked too. */
async function handOver(job: AskingJob, call: HookCall): Promise<HookAnswer> {
  const options = { key: call.use, title: call.title, around: { cwd: call.cwd }, onHold: 'throw' } as const
  try {
    return answerOf(await job.gate(gateOf(call), options))
  } catch (error) {
    if (isSpent(error)) return TAKEN_UP
    if (!isError(error, 'held')) throw error
    await job.withdraw(CheckpointId.parse(error.details['checkpoint']), "The agent's own dialog asks about it.")
    return { decision: 'ask', reason: error.message.replace(/^Checkpoint \S+ waits/, 'It waits') }
  }
}

function gateOf({ tool, args, hints }: HookCall): GateInput {
  return { kind: 'tool', tool, args, annotations: hints }
}

function isError(error: unknown, code: ErrorCode): error is AppError {
  return error instanceof AppError && error.code === code
}
