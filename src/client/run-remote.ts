import type { Attempt } from '../model/attempt.ts'
import { AppError, type ErrorCode } from '../model/errors.ts'
import { inDoubt } from '../model/in-doubt.ts'
import { type Ended, failedWith, succeededWith, without } from '../sdk/ended.ts'
import { refused } from '../sdk/refused.ts'
import type { Action } from '../sdk/run-action.ts'
import { type Revealed, revealSecrets } from '../sdk/secrets.ts'
import { toPassage } from '../sdk/to-passage.ts'
import { askRemote, type Question, type Settled } from './ask-remote.ts'
import type { Connection } from './connection.ts'

/** A third of the time after which a process that is not heard of counts as gone. */
const BEAT_MS = 10_000

/** Asks, claims, runs once, records. What another process did under the same key is not done again. */
export async function runRemote<Result>(
  connection: Connection,
  question: Question,
  action: Action<Result>,
): Promise<Result> {
  const settled = await askRemote(connection, question)
  const done = settled.settled === 'asked' && settled.asked.status === 'ran' ? settled.asked.attempt : undefined
  if (done !== undefined) return takeUp(connection, done, action)
  const attempt = attemptIn(settled)
  if (attempt === null) throw refused(toPassage(settled))
  return perform(connection, { attempt, action, revealed: settled.revealed })
}

function attemptIn(settled: Settled): Attempt | null {
  if (settled.settled === 'checkpoint') return settled.attempt
  return settled.asked.status === 'allowed' ? settled.asked.attempt : null
}

/** The key has been used: what became of it is known, or a person has to find out. */
async function takeUp<Result>(connection: Connection, attempt: Attempt, action: Action<Result>): Promise<Result> {
  const { status, id } = attempt
  if (status === 'succeeded') return (attempt.outcome as { value: Result } | null)?.value as Result
  if (status === 'failed') {
    const { error, settled } = (attempt.outcome ?? {}) as { error?: string; settled?: string }
    const why = error ?? settled ?? 'nobody knows why'
    throw new AppError('key_spent', [], {
      message: `It was tried under this key and failed: ${why}`,
      details: { error: why },
    })
  }
  if (status === 'released') throw new AppError('key_spent')
  if (status === 'in_doubt') throw inDoubt({ attempt: id })
  const { session, secrets } = connection
  const revealed = await revealSecrets(attempt.content.args ?? {}, secrets)
  const again = await connection.call('retake_attempt', { attempt: id, session })
  return perform(connection, { attempt: again, action, revealed })
}

/** A claimed action, what does the work, and its arguments with their secrets in place, where they were looked for before. */
interface Try<Result> {
  readonly attempt: Attempt
  readonly action: Action<Result>
  readonly revealed: Revealed | undefined
}

/** Runs what was claimed, and records how it went. While it runs, the server hears of us. */
async function perform<Result>(connection: Connection, tried: Try<Result>): Promise<Result> {
  const { session } = connection
  const beat = setInterval(() => void connection.call('keep_session', { session }).catch(() => undefined), BEAT_MS)
  try {
    const { result, hide } = await act(connection, tried)
    await record(connection, tried.attempt, succeededWith(result, hide))
    return result
  } finally {
    clearInterval(beat)
  }
}

async function act<Result>(connection: Connection, { attempt, action, ...tried }: Try<Result>) {
  let hide: Revealed['hide'] = (value) => value
  try {
    const revealed = tried.revealed ?? (await revealSecrets(attempt.content.args ?? {}, connection.secrets))
    hide = revealed.hide
    return { hide, result: await action(revealed.value as Record<string, unknown>, { key: attempt.id }) }
  } catch (error) {
    await record(connection, attempt, failedWith(error, hide))
    throw error
  }
}

/** That it ran is never lost for what came of it: where the server does not take that, it is left out. */
async function record(connection: Connection, { id }: Attempt, ended: Ended): Promise<void> {
  const mine = { attempt: id, session: connection.session }
  try {
    await connection.call('record_attempt', { ...mine, ...ended })
  } catch (error) {
    if (!(error instanceof AppError) || !UNKEPT.has(error.code)) throw error
    await connection.call('record_attempt', { ...mine, ...without(ended, error) })
  }
}

/** Why an outcome is not taken as it is. */
const UNKEPT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['literal_secret', 'invalid_input', 'body_too_large'])
