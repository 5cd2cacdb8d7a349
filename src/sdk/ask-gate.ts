import { gateIn } from '../config/gate-in.ts'
import { type Asked, ask } from '../engine/ask.ts'
import { seal } from '../engine/content-hash.ts'
import { contentOf } from '../engine/content-of.ts'
import type { Call } from '../engine/event.ts'
import { runCommand } from '../engine/run-command.ts'
import { spendApproval } from '../engine/spend-approval.ts'
import type { Actor } from '../model/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { Gate, GateInput } from '../model/gate.ts'
import type { Job } from '../model/job.ts'
import { letsPass, letsRun } from '../model/lets-pass.ts'
import { afterHalt } from './after-halt.ts'
import { whileWaiting } from './attend.ts'
import { chosenId } from './chosen-id.ts'
import type { Context } from './context.ts'
import { type GateOptions, termsOf } from './gate-options.ts'
import { held } from './held.ts'
import { newId } from './new-id.ts'
import { ownAround } from './own-around.ts'
import { ownCopy } from './own-copy.ts'
import { GateTexts, readGiven } from './read-given.ts'
import { refuseUnfitAnswer } from './read-response.ts'
import { lacking, orMissing, type Revealed, revealSecrets, type Secrets, secretsFor } from './secrets.ts'
import { isSettled, waitFor } from './wait-for.ts'

/** A question of one job. */
export interface Question {
  readonly job: Job
  readonly by: Actor
  readonly gate: GateInput
  readonly options: GateOptions
  /** Whether somebody will record how the action went. */
  readonly recorded: boolean
  readonly idempotent: boolean
  readonly call: Call | null
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

/** What runs has its secrets before it is claimed: one that is missing must spend nothing. */
interface Prepared {
  readonly revealed?: Revealed | undefined
}

/** Asks, waits where a person has to look, and takes an approval up before anything runs. */
export async function askGate(context: Context, question: Question): Promise<Settled> {
  const { options, call, by } = question
  const { id } = readGiven(GateTexts, options)
  const gate = gateIn(context.workplace, ownCopy(question.gate))
  const sealed = seal(contentOf(gate, ownAround(options.around)))
  const secrets: Secrets = question.recorded ? await secretsFor(sealed.content.args, context.secrets) : {}
  const asked = await runCommand(context, ask, {
    tenant: context.tenant,
    job: question.job.id,
    by,
    gate,
    sealed,
    title: options.title ?? '',
    key: options.key ?? null,
    terms: termsOf(options, gate),
    checkpoint: id === undefined ? newId('chk') : chosenId(context.tenant, id),
    claim: claimOf(context, question),
    call,
    ...(options.pull !== undefined && { pull: options.pull }),
    ...lacking(secrets),
    ...(context.demo !== undefined && { demo: context.demo }),
  }).catch(orMissing(secrets))
  context.crashPoint?.('gate:asked')
  if (asked.status === 'held') return settleHeld(context, question, asked.checkpoint)
  return { settled: 'asked', asked, gate, revealed: secrets.revealed }
}

/** Waits for a person where that is still needed, and takes an answer up before anything runs or goes on. */
export function settleHeld(context: Context, question: Question, asked: Checkpoint): Promise<Settled> {
  if (isSettled(asked) || !waits(context, question.options)) return settleNow(context, question, asked)
  // An approval that a kill switch keeps from being taken up is waited for, too.
  return whileWaiting(context, asked.id, () => settleNow(context, question, asked))
}

async function settleNow(context: Context, question: Question, asked: Checkpoint): Promise<Settled> {
  const checkpoint = await settle(context, asked, question.options)
  await refuseUnfitAnswer(checkpoint, question.options.response)
  const { gate } = checkpoint
  const isTakenUp = letsRun(checkpoint) || letsPass(checkpoint)
  const spent = isTakenUp ? await spend(context, question, checkpoint) : { attempt: null }
  return { settled: 'checkpoint', checkpoint, gate, ...spent }
}

async function settle(context: Context, checkpoint: Checkpoint, options: GateOptions): Promise<Checkpoint> {
  if (isSettled(checkpoint)) return checkpoint
  if (!waits(context, options)) throw held(checkpoint)
  context.tellHold?.(checkpoint)
  return waitFor(context.store, checkpoint.id, endOf(context, options))
}

function waits(context: Context, options: GateOptions): boolean {
  return (options.onHold ?? context.onHold) === 'wait'
}

/** What ends all waiting: whoever asked, or Leeway being closed. */
function endOf({ session }: Context, { signal }: GateOptions): AbortSignal {
  return signal === undefined ? session.over.signal : AbortSignal.any([session.over.signal, signal])
}

interface Spent extends Prepared {
  readonly attempt: Attempt | null
}

/** A kill switch is no answer: whoever waits for people waits for it too, and the approval is taken up once it is off. */
async function spend(context: Context, question: Question, checkpoint: Checkpoint): Promise<Spent> {
  const { options, job } = question
  if (!waits(context, options)) return spendNow(context, question, checkpoint)
  return afterHalt(() => spendNow(context, question, checkpoint), {
    store: context.store,
    job: job.id,
    signal: endOf(context, options),
    told: (why) => context.tellHold?.(checkpoint, why),
  })
}

async function spendNow(context: Context, question: Question, checkpoint: Checkpoint): Promise<Spent> {
  // What a person edited may name other secrets, and the wait may have been long.
  const revealed = question.recorded ? await revealSecrets(checkpoint.content.args ?? {}, context.secrets) : undefined
  context.crashPoint?.('gate:before_spend')
  const { attempt } = await runCommand(context, spendApproval, {
    tenant: context.tenant,
    checkpoint: checkpoint.id,
    by: question.by,
    content_hash: checkpoint.content_hash,
    claim: claimOf(context, question),
    call: question.call,
  })
  context.crashPoint?.('gate:spent')
  return { attempt, revealed }
}

function claimOf({ session }: Context, { recorded, idempotent }: Question) {
  return { attempt: newId('att'), session: session.id, recorded, idempotent }
}
