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
  const settled = await askGate(context, question)
  const done = settled.settled === 'asked' && settled.asked.status === 'ran' ? settled.asked.attempt : undefined
  if (done !== undefined) return takeUp(context, { attempt: done, by: question.by, action })
  const attempt = attemptIn(settled)
  if (attempt === null) throw refused(toPassage(settled))
  return perform(context, { attempt, by: question.by, action })
}

function attemptIn(settled: Settled): Attempt | null {
  if (settled.settled === 'checkpoint') return settled.attempt
  return settled.asked.status === 'allowed' ? settled.asked.attempt : null
}

interface Try<Result> {
  readonly attempt: Attempt
  readonly by: Actor
  readonly action: Action<Result>
}

/** The key has been used: what became of it is known, or a person has to find out. */
async function takeUp<Result>(context: Context, { attempt, by, action }: Try<Result>): Promise<Result> {
  const { status, session, id } = attempt
  if (status === 'succeeded') return (attempt.outcome as { value: Result } | null)?.value as Result
  if (status === 'failed') {
    const message = (attempt.outcome as { error?: string; settled?: string } | null)?.error ?? 'It failed before.'
    throw new AppError('key_spent', [], { message: `It was tried under this key and failed: ${message}` })
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

async function perform<Result>(context: Context, { attempt, by, action }: Try<Result>): Promise<Result> {
  const record = (status: 'succeeded' | 'failed', outcome: unknown) =>
    runCommand(context, recordAttempt, {
      tenant: context.tenant,
      attempt: attempt.id,
      by,
      session: context.session.id,
      status,
      outcome,
    })
  const { value: args, hide } = await revealSecrets(attempt.content.args ?? {}, context.secrets)
  let result: Result
  try {
    result = await action(args as Record<string, unknown>, { key: attempt.id })
  } catch (error) {
    await record('failed', { error: hide(error instanceof Error ? error.message : String(error)) })
    throw error
  }
  await record('succeeded', { value: hide(toJson(result)) })
  return result
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
function refused(passage: Passage): Error {
  if (passage.go) return new Error('What may go on was claimed.')
  const message = 'reason' in passage ? passage.reason : `The person answered: ${JSON.stringify(passage.value)}`
  const details = 'checkpoint' in passage ? { checkpoint: passage.checkpoint as string } : {}
  return new AppError(CODES[passage.outcome], [], { message: message || CODES[passage.outcome], details })
}
