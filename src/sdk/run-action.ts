import { doubtAttempt } from '../engine/doubt-attempt.ts'
import { recordAttempt } from '../engine/record-attempt.ts'
import { retakeAttempt } from '../engine/retake-attempt.ts'
import { runCommand } from '../engine/run-command.ts'
import type { Actor } from '../model/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import { AppError, type ErrorCode } from '../model/errors.ts'
import { askGate, type Question, type Settled } from './ask-gate.ts'
import type { Context } from './context.ts'
import type { Passage } from './passage.ts'
import { revealSecrets } from './secrets.ts'
import { isGone, leaseOf } from './session.ts'
import { toPassage } from './to-passage.ts'

/** What really does the work. The key is the attempt's own, for targets that take one. */
export type Action<Result> = (
  args: Readonly<Record<string, unknown>>,
  about: { readonly key: string },
) => Promise<Result> | Result

/** Asks, claims, runs once, records. What another process did under the same key is not done again. */
export async function runAction<Result>(context: Context, question: Question, action: Action<Result>): Promise<Result> {
  return runSettled(context, await askGate(context, question), { by: question.by, action })
}

/** Runs what a question came to, if it may. */
export async function runSettled<Result>(
  context: Context,
  settled: Settled,
  { by, action }: Omit<Try<Result>, 'attempt'>,
): Promise<Result> {
  const done = settled.settled === 'asked' && settled.asked.status === 'ran' ? settled.asked.attempt : undefined
  if (done !== undefined) return takeUp(context, { attempt: done, by, action })
  const attempt = attemptIn(settled)
  if (attempt === null) throw refused(toPassage(settled))
  return perform(context, { attempt, by, action })
}

function attemptIn(settled: Settled): Attempt | null {
  if (settled.settled === 'checkpoint') return settled.attempt
  return settled.asked.status === 'allowed' ? settled.asked.attempt : null
}

/** A claimed action, and what does the work. */
interface Try<Result> {
  readonly attempt: Attempt
  readonly by: Actor
  readonly action: Action<Result>
}

/** The key has been used: what became of it is known, or a person has to find out. */
export async function takeUp<Result>(context: Context, { attempt, by, action }: Try<Result>): Promise<Result> {
  const { status, session, id } = attempt
  if (status === 'succeeded') return (attempt.outcome as { value: Result } | null)?.value as Result
  if (status === 'failed') {
    const { error, settled } = (attempt.outcome ?? {}) as { error?: string; settled?: string }
    const why = error ?? settled ?? 'nobody knows why'
    const message = `It was tried under this key and failed: ${why}`
    throw new AppError('key_spent', [], { message, details: { error: why } })
  }
  if (status === 'released') throw new AppError('key_spent')
  if (status === 'in_doubt' || !(await isDead(context, session))) {
    throw new AppError(status === 'in_doubt' ? 'job_in_doubt' : 'still_running', [], { details: { attempt: id } })
  }
  if (!attempt.idempotent) {
    await runCommand(context, doubtAttempt, { attempt: id })
    throw new AppError('job_in_doubt', [], { details: { attempt: id } })
  }
  const input = { tenant: context.tenant, attempt: id, by, from: session, session: context.session.id }
  return perform(context, { attempt: await runCommand(context, retakeAttempt, input), by, action })
}

async function isDead({ store }: Context, session: string): Promise<boolean> {
  const [lease] = await store.leases(leaseOf(session))
  return lease === undefined || isGone(lease, store.now())
}

/** Runs what was claimed, and records how it went. */
export async function perform<Result>(context: Context, { attempt, by, action }: Try<Result>): Promise<Result> {
  context.crashPoint?.('action:claimed')
  const record = (status: 'succeeded' | 'failed', outcome: object) =>
    recordWithoutSecrets(outcome, (kept) =>
      runCommand(context, recordAttempt, {
        tenant: context.tenant,
        attempt: attempt.id,
        by,
        session: context.session.id,
        status,
        outcome: kept,
      }),
    )
  const { value: args, hide } = await revealSecrets(attempt.content.args ?? {}, context.secrets)
  let result: Result
  try {
    result = await action(args as Record<string, unknown>, { key: attempt.id })
  } catch (error) {
    await record('failed', { error: hide(error instanceof Error ? error.message : String(error)) })
    throw error
  }
  context.crashPoint?.('action:ran')
  await record('succeeded', { value: hide(toJson(result)) })
  context.crashPoint?.('action:recorded')
  return result
}

/** A secret in what came of it is no reason to forget that it ran: only what came of it is left out. */
async function recordWithoutSecrets(outcome: object, record: (kept: object) => Promise<void>): Promise<void> {
  try {
    await record(outcome)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'literal_secret') throw error
    const without = 'What came of it holds a secret, so it is not kept.'
    await record('error' in outcome ? { error: without } : { value: null, left_out: without })
  }
}

/** What can't be written down is left out; the action has run, and that is what has to be recorded. */
function toJson(result: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(result ?? null))
  } catch {
    return null
  }
}

const CODES: Readonly<Record<Exclude<Passage['outcome'], 'allowed' | 'approved'>, ErrorCode>> = {
  rejected: 'rejected',
  denied: 'denied',
  stopped: 'job_stopped',
  expired: 'expired',
  cancelled: 'withdrawn',
  superseded: 'withdrawn',
  answered: 'answered',
  sent_back: 'sent_back',
}

/** A function has no other way to say no. */
export function refused(passage: Passage): Error {
  if (passage.go) return new Error('What may go on was claimed.')
  const message = 'reason' in passage ? passage.reason : `The person answered: ${JSON.stringify(passage.value)}`
  const details = 'checkpoint' in passage ? { checkpoint: passage.checkpoint as string } : {}
  return new AppError(CODES[passage.outcome], [], { message: message || CODES[passage.outcome], details })
}
