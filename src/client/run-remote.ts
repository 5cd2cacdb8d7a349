import type { Attempt } from '../model/attempt.ts'
import { AppError } from '../model/errors.ts'
import { inDoubt } from '../model/in-doubt.ts'
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
  return perform(connection, attempt, action)
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
  const { session } = connection
  return perform(connection, await connection.call('retake_attempt', { attempt: id, session }), action)
}

/** Runs what was claimed, and records how it went. While it runs, the server hears of us. */
async function perform<Result>(connection: Connection, attempt: Attempt, action: Action<Result>): Promise<Result> {
  const { session } = connection
  const beat = setInterval(() => void connection.call('keep_session', { session }).catch(() => undefined), BEAT_MS)
  try {
    const { result, hide } = await act(connection, attempt, action)
    await record(connection, attempt, { status: 'succeeded', outcome: { value: hide(toJson(result)) } })
    return result
  } finally {
    clearInterval(beat)
  }
}

async function act<Result>(connection: Connection, attempt: Attempt, action: Action<Result>) {
  let hide: Revealed['hide'] = (value) => value
  try {
    const revealed = await revealSecrets(attempt.content.args ?? {}, connection.secrets)
    hide = revealed.hide
    return { hide, result: await action(revealed.value as Record<string, unknown>, { key: attempt.id }) }
  } catch (error) {
    const said = hide(error instanceof Error ? error.message : String(error))
    await record(connection, attempt, { status: 'failed', outcome: { error: said } })
    throw error
  }
}

interface Ended {
  readonly status: 'succeeded' | 'failed'
  readonly outcome: Readonly<Record<string, unknown>>
}

/** A secret in what came of it is no reason to forget that it ran: only what came of it is left out. */
async function record(connection: Connection, { id }: Attempt, { status, outcome }: Ended): Promise<void> {
  const mine = { attempt: id, session: connection.session, status }
  try {
    await connection.call('record_attempt', { ...mine, outcome })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'literal_secret') throw error
    const without = 'What came of it holds a secret, so it is not kept.'
    const kept = status === 'failed' ? { error: without } : { value: null, left_out: without }
    await connection.call('record_attempt', { ...mine, outcome: kept })
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
