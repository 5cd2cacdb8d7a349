import type { EventType, StoredEvent } from '../../engine/ports.ts'
import { keyAt } from '../../engine/tables.ts'
import type { Attempt } from '../../model/attempt.ts'
import { AppError } from '../../model/errors.ts'
import type { CheckpointId } from '../../model/ids.ts'
import { isOwed } from '../../model/owed-on.ts'
import { askGate, type Question, settleHeld } from '../ask-gate.ts'
import type { SentBack } from '../passage.ts'
import { toPassage } from '../to-passage.ts'
import type { Answer } from './answer.ts'
import type { EventOf } from './journal.ts'
import { refuseOtherTerms } from './refuse-other-terms.ts'
import type { Run } from './run.ts'

/** Asks. What stops the job leaves its program. */
export async function askNow(run: Run, question: Question): Promise<Answer> {
  const settled = await askGate(run.context, question)
  if (settled.settled === 'asked' && settled.asked.status === 'stopped') {
    throw new AppError('job_stopped', [], { message: settled.asked.reason })
  }
  return { settled }
}

/** Gives the answer of before. What is still held is looked at again. */
export async function replayGate(run: Run, question: Question, recorded: readonly StoredEvent[]): Promise<Answer> {
  const opened = find(recorded, 'checkpoint_opened')
  if (opened !== undefined) {
    refuseOtherTerms(question, opened.data.checkpoint)
    return replayRound(run, question, { checkpoint: opened.data.checkpoint.id, round: 0 })
  }
  const decided = recorded.findLast((event): event is EventOf<'gate_decided'> => event.type === 'gate_decided')
  const repeated = find(recorded, 'refusal_repeated')
  if (repeated !== undefined) {
    const { reason, count: times, rejected: checkpoint } = repeated.data
    const decision = decided?.data.decision ?? null
    return { passage: { outcome: 'denied', go: false, reason, times, decision, checkpoint }, attempt: null }
  }
  if (decided === undefined) throw new Error('What is recorded of a gate says how it was decided.')
  // Where it was stopped, the program runs again because a person said so, and asks once more.
  return isStop(decided) ? askNow(run, question) : replayDecided(run, decided)
}

function isStop({ data: { decision, permit } }: EventOf<'gate_decided'>): boolean {
  return decision.verdict === 'stop' && permit === null
}

async function replayDecided(run: Run, { data }: EventOf<'gate_decided'>): Promise<Answer> {
  const { decision, content, key, kind } = data
  const { verdict, reason } = decision
  const runs = kind === 'tool' || kind === 'action'
  if (verdict === 'deny') {
    return { passage: { outcome: 'denied', go: false, reason, times: 1, decision, checkpoint: null }, attempt: null }
  }
  const attempt = runs && key !== null ? await attemptUnder(run, key) : null
  return { passage: { outcome: 'allowed', go: true, args: structuredClone(content.args ?? {}), decision }, attempt }
}

/** Which answer to a held gate is meant: the one to what was asked first, or to a later revision. */
interface Round {
  readonly checkpoint: CheckpointId
  readonly round: number
}

/** The answer to one revision: a person wanted another one, or this is where the checkpoint stands. */
export async function replayRound(run: Run, question: Question, { checkpoint, round }: Round): Promise<Answer> {
  const events = run.journal.about(checkpoint)
  if (round < revisionsIn(events).length) return { passage: sentBack(events, { checkpoint, round }), attempt: null }

  const held = (await run.context.store.get('checkpoints', checkpoint))?.row
  if (held === undefined) throw new AppError('not_found', [], { message: `There is no checkpoint ${checkpoint}.` })
  // Whoever wanted changes has said so, and the agent may be at work on them: what ended the question since is told with the next revision.
  if (held.sent_back && held.status !== 'pending')
    return { passage: sentBack(events, { checkpoint, round }), attempt: null }
  const spent = find(events, 'approval_spent')
  if (spent === undefined) return { settled: await settleHeld(run.context, question, held) }
  const { voided, decision, attempt, forgotten } = spent.data
  if (forgotten) {
    // Nobody said no to it: a restore does not know what became of it, and it is asked about again.
    const reason = 'A restore took the approval away, because it may have been used before.'
    return { passage: { outcome: 'superseded', go: false, reason, checkpoint }, attempt: null }
  }
  if (voided) {
    return {
      passage: { outcome: 'denied', go: false, reason: decision.reason, times: 1, decision, checkpoint: null },
      attempt: null,
    }
  }
  const passage = toPassage({ settled: 'checkpoint', checkpoint: held, gate: held.gate, attempt: null })
  const found = attempt === null ? undefined : await run.context.store.get('attempts', attempt)
  return { passage, attempt: found?.row ?? null }
}

/** What the agent itself brought again, in order; an edit of a person is none. */
export function revisionsIn(events: readonly StoredEvent[]): readonly EventOf<'checkpoint_revised'>[] {
  return events.filter(
    (event): event is EventOf<'checkpoint_revised'> =>
      event.type === 'checkpoint_revised' && event.data.asked_hash !== null,
  )
}

function sentBack(events: readonly StoredEvent[], { checkpoint, round }: Round): SentBack {
  const revisions = revisionsIn(events)
  const from = revisions[round - 1]?.seq ?? 0
  const to = revisions[round]?.seq ?? Number.POSITIVE_INFINITY
  const remarks = events.flatMap((event) =>
    event.type === 'checkpoint_remarked' && event.seq > from && event.seq < to ? [event.data.remark] : [],
  )
  const asked = remarks.findLast(({ kind }) => kind === 'request_changes')
  return { outcome: 'sent_back', go: false, reason: asked?.text ?? '', remarks: remarks.filter(isOwed), checkpoint }
}

async function attemptUnder({ context, job }: Run, key: string): Promise<Attempt | null> {
  const use = await context.store.get('keys', keyAt(job.id, key))
  const attempt = use?.row.attempt ?? null
  return attempt === null ? null : ((await context.store.get('attempts', attempt))?.row ?? null)
}

function find<Type extends EventType>(events: readonly StoredEvent[], type: Type): EventOf<Type> | undefined {
  return events.find((event): event is EventOf<Type> => event.type === type)
}
