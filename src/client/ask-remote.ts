import type { GivenTo, OutputOf } from '../api/operations.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import type { Gate, GateInput } from '../model/gate.ts'
import type { JobId } from '../model/ids.ts'
import { letsPass, letsRun } from '../model/lets-pass.ts'
import type { GateOptions } from '../sdk/gate-options.ts'
import { held } from '../sdk/held.ts'
import { ownCopy } from '../sdk/own-copy.ts'
import { refuseUnfitAnswer } from '../sdk/read-response.ts'
import { lacking, orMissing, type Revealed, revealSecrets, type Secrets, secretsFor } from '../sdk/secrets.ts'
import type { Connection } from './connection.ts'
import { aboutGate } from './terms-in.ts'

type Asked = OutputOf<'ask'>

/** A question of one job. */
export interface Question {
  readonly job: JobId
  readonly gate: GateInput
  readonly options: GateOptions
  /** Whether somebody will record how the action went. */
  readonly recorded: boolean
  readonly idempotent: boolean
}

/** A question that was answered: at once, or by a person after a while. */
export type Settled =
  | (Prepared & {
      readonly settled: 'asked'
      readonly asked: Exclude<Asked, { status: 'held' }>
      readonly gate: Gate
    })
  | (Prepared & {
      readonly settled: 'checkpoint'
      readonly checkpoint: Checkpoint
      readonly gate: Gate
      readonly attempt: Attempt | null
    })

/** What runs has its secrets before it is claimed: one that is missing must spend nothing. They never reach the server. */
interface Prepared {
  readonly revealed?: Revealed | undefined
}

/** Asks, waits where a person has to look, and takes an approval up before anything runs. */
export async function askRemote(connection: Connection, question: Question): Promise<Settled> {
  const { job, options, recorded, idempotent } = question
  const gate = ownCopy(question.gate)
  const { session } = connection
  const args = gate.kind === 'tool' ? gate.args : undefined
  const secrets: Secrets = recorded ? await secretsFor(args, connection.secrets) : {}
  const input = { job, gate, session, recorded, idempotent, ...lacking(secrets), ...aboutGate(options) }
  const asked = await connection.call('ask', input).catch(orMissing(secrets))
  if (asked.status === 'held') return settleHeld(connection, question, asked.checkpoint)
  if (asked.status === 'allowed') refuseUnclaimed(asked.attempt, gate, options)
  return { settled: 'asked', asked, gate: gate as Gate, revealed: secrets.revealed }
}

/** What runs under a key is claimed before it runs, or it does not run. */
function refuseUnclaimed(attempt: Attempt | null, { kind }: GateInput, { key }: GateOptions): void {
  if (attempt !== null || key === undefined || (kind !== 'tool' && kind !== 'action')) return
  const message = `The server lets "${key}" pass, but says nothing of a claim. Nothing ran.`
  throw new AppError('unreadable_answer', [], { message })
}

/** Waits for a person where that is still needed, and takes an answer up before anything runs or goes on. */
export async function settleHeld(
  connection: Connection,
  question: Pick<Question, 'options' | 'recorded' | 'idempotent'>,
  asked: Checkpoint,
): Promise<Settled> {
  const checkpoint = await settle(connection, question.options, asked)
  await refuseUnfitAnswer(checkpoint, question.options.response)
  const { gate } = checkpoint
  if (!letsRun(checkpoint) && !letsPass(checkpoint)) return { settled: 'checkpoint', checkpoint, gate, attempt: null }
  const { recorded, idempotent } = question
  const { id, content_hash } = checkpoint
  const claim = { checkpoint: id, content_hash, session: connection.session, recorded, idempotent }
  const spent = await claimed(connection, question.options, { checkpoint, claim })
  return { settled: 'checkpoint', checkpoint, gate, ...spent }
}

interface Claiming {
  readonly checkpoint: Checkpoint
  readonly claim: GivenTo<'claim_approval'>
}

/** A kill switch is no answer: whoever waits for people waits for it too, and the approval is taken up once it is off. */
function claimed(connection: Connection, options: GateOptions, { checkpoint, claim }: Claiming) {
  const work = async () => {
    // What a person edited may name other secrets, and the wait may have been long.
    const { args = {} } = checkpoint.content
    const revealed = claim.recorded ? await revealSecrets(args, connection.secrets) : undefined
    const { attempt } = await connection.call('claim_approval', claim)
    return { attempt, revealed }
  }
  if ((options.onHold ?? connection.onHold) === 'throw') return work()
  return connection.afterHalt(work, {
    signal: options.signal,
    told: (why) => connection.tellHold?.(checkpoint, why),
  })
}

async function settle(connection: Connection, options: GateOptions, asked: Checkpoint): Promise<Checkpoint> {
  if (asked.status !== 'pending' || asked.sent_back) return asked
  if ((options.onHold ?? connection.onHold) === 'throw') throw held(asked)
  connection.tellHold?.(asked)
  return connection.settled(asked.id, options.signal)
}
