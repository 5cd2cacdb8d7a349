import { doubtAttempt } from '../engine/doubt-attempt.ts'
import { retakeAttempt } from '../engine/retake-attempt.ts'
import { runCommand } from '../engine/run-command.ts'
import type { Actor } from '../model/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import { AppError } from '../model/errors.ts'
import { inDoubt } from '../model/in-doubt.ts'
import { askGate, type Question, type Settled } from './ask-gate.ts'
import type { Context } from './context.ts'
import { failedWith, succeededWith } from './ended.ts'
import { recordAction } from './record-action.ts'
import { refused } from './refused.ts'
import { type Revealed, revealSecrets } from './secrets.ts'
import { isDead } from './session.ts'
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
  tried: Omit<Try<Result>, 'attempt'>,
): Promise<Result> {
  const done = settled.settled === 'asked' && settled.asked.status === 'ran' ? settled.asked.attempt : undefined
  if (done !== undefined) return takeUp(context, { ...tried, attempt: done })
  const attempt = attemptIn(settled)
  if (attempt === null) throw refused(toPassage(settled))
  return perform(context, { ...tried, attempt, revealed: settled.revealed })
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
  /** Its arguments with their secrets in place, where they were looked for before it was claimed. */
  readonly revealed?: Revealed | undefined
  /** A program is given what is recorded: the same whenever it runs again, and without any secret that it could pass on. */
  readonly asRecorded?: true
}

/** The key has been used: what became of it is known, or a person has to find out. */
export async function takeUp<Result>(context: Context, tried: Try<Result>): Promise<Result> {
  const { attempt, by } = tried
  const { status, session, id } = attempt
  // A copy of its own, as it had when it ran: whoever gets it may change it.
  if (status === 'succeeded') return structuredClone((attempt.outcome as { value: Result } | null)?.value as Result)
  if (status === 'failed') {
    const { error, settled } = (attempt.outcome ?? {}) as { error?: string; settled?: string }
    const why = error ?? settled ?? 'nobody knows why'
    const message = `It was tried under this key and failed: ${why}`
    throw new AppError('key_spent', [], { message, details: { error: why } })
  }
  if (status === 'released') throw new AppError('key_spent')
  if (status === 'in_doubt') throw inDoubt({ attempt: id })
  if (!(await isDead(context.store, session))) throw new AppError('still_running', [], { details: { attempt: id } })
  if (!attempt.idempotent) {
    await runCommand(context, doubtAttempt, { attempt: id })
    throw inDoubt({ attempt: id })
  }
  const revealed = await revealSecrets(attempt.content.args ?? {}, context.secrets)
  const input = { tenant: context.tenant, attempt: id, by, from: session, session: context.session.id }
  return perform(context, { ...tried, attempt: await runCommand(context, retakeAttempt, input), revealed })
}

/** Runs what was claimed, and records how it went. Once Leeway is closed nobody could record it, so it does not begin. */
export async function perform<Result>(context: Context, tried: Try<Result>): Promise<Result> {
  const { attempt, action, asRecorded } = tried
  context.session.over.signal.throwIfAborted()
  context.crashPoint?.('action:claimed')
  let hide: Revealed['hide'] = (value) => value
  let result: Result
  try {
    const revealed = tried.revealed ?? (await revealSecrets(attempt.content.args ?? {}, context.secrets))
    hide = revealed.hide
    result = await action(revealed.value as Record<string, unknown>, { key: attempt.id })
  } catch (error) {
    const kept = await recordAction(context, tried, failedWith(error, hide))
    const failed = asRecorded && error instanceof AppError && error.code === 'step_failed'
    throw failed ? new AppError('step_failed', [], { message: String(kept.error) }) : error
  }
  context.crashPoint?.('action:ran')
  const kept = await recordAction(context, tried, succeededWith(result, hide))
  context.crashPoint?.('action:recorded')
  return asRecorded ? (kept.value as Result) : result
}
