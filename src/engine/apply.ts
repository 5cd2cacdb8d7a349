import type { Checkpoint, RemarkAnswer } from '../model/checkpoint.ts'
import type { CheckpointId } from '../model/ids.ts'
import { JOB_MOVES, type Job } from '../model/job.ts'
import { type KillSwitch, NOTHING_HALTED, type Thrown } from '../model/kill-switch.ts'
import type { EventData, HaltScope } from './event.ts'
import { THE_SWITCH } from './job-state.ts'
import type { NewEvent, Table, Tables } from './ports.ts'

/** A row as it stands. */
export type Look = <Name extends Table>(table: Name, id: string) => Tables[Name] | undefined

/** A row as it is from now on. */
export interface RowChange {
  readonly table: Table
  readonly id: string
  readonly row: Tables[Table]
}

/** There is one row of settings. */
export const THE_SETTINGS = 'settings'

/** What an event makes of the rows. The only place where rows change; folding the log gives the same rows again. */
export function apply(look: Look, event: NewEvent): readonly RowChange[] {
  switch (event.type) {
    case 'job_started': {
      const { job, policy } = event.data
      return [put('policies', job.policy, policy), put('jobs', job.id, job)]
    }
    case 'job_moved':
      return [put('jobs', idOf(event.job), moved(jobOf(look, event), event.data, event.at))]
    case 'policy_changed': {
      const { digest, policy } = event.data
      return [put('policies', digest, policy), put('jobs', idOf(event.job), { ...jobOf(look, event), policy: digest })]
    }
    case 'refusal_recorded':
      return [put('refusals', event.data.refusal.id, event.data.refusal)]
    case 'refusal_repeated':
      return [
        put('refusals', event.data.refusal, {
          ...there(look, 'refusals', event.data.refusal),
          count: event.data.count,
        }),
      ]
    case 'checkpoint_opened':
    case 'checkpoint_revised':
    case 'checkpoint_voted':
    case 'checkpoint_remarked':
    case 'remarks_answered':
    case 'checkpoint_overdue':
    case 'checkpoint_resolved':
    case 'approval_spent':
      return applyToCheckpoint(look, event)
    case 'attempt_claimed':
      return [put('attempts', event.data.attempt.id, event.data.attempt)]
    case 'attempt_ended': {
      const { attempt, status, outcome, settled_by } = event.data
      const ended_at = status === 'in_doubt' ? null : event.at
      return [put('attempts', attempt, { ...there(look, 'attempts', attempt), status, outcome, settled_by, ended_at })]
    }
    case 'grant_minted':
      return [put('grants', event.data.grant.id, event.data.grant)]
    case 'grant_used': {
      const grant = there(look, 'grants', event.data.grant)
      return [put('grants', grant.id, { ...grant, hits: grant.hits + 1 })]
    }
    case 'grant_revoked': {
      const grant = there(look, 'grants', event.data.grant)
      return [put('grants', grant.id, { ...grant, revoked_at: event.at, revoked_by: event.actor.id })]
    }
    case 'kill_switch_set': {
      const halted = look('switches', THE_SWITCH) ?? NOTHING_HALTED
      const thrown = event.data.on ? { by: event.actor.id, at: event.at, reason: event.data.reason } : null
      return [put('switches', THE_SWITCH, switched(halted, event.data.scope, thrown))]
    }
    case 'person_enrolled':
    case 'person_changed':
      return [put('people', event.data.person.id, event.data.person)]
    case 'person_revoked':
      return [put('people', event.data.person, { ...there(look, 'people', event.data.person), revoked_at: event.at })]
    case 'setting_changed':
      return [put('settings', THE_SETTINGS, { solo: event.data.solo })]
    case 'spawn_refused':
    case 'drift_noticed':
    case 'child_refused':
    case 'gate_decided':
    case 'gate_halted':
    case 'stall_signalled':
    case 'access_denied':
    case 'step_recorded':
    case 'phase_recorded':
    case 'child_linked':
      return []
    default:
      return event satisfies never
  }
}

type CheckpointEvent = Extract<
  NewEvent,
  {
    type:
      | 'checkpoint_opened'
      | 'checkpoint_revised'
      | 'checkpoint_voted'
      | 'checkpoint_remarked'
      | 'remarks_answered'
      | 'checkpoint_overdue'
      | 'checkpoint_resolved'
      | 'approval_spent'
  }
>

function applyToCheckpoint(look: Look, event: CheckpointEvent): readonly RowChange[] {
  if (event.type === 'checkpoint_opened') {
    const { checkpoint } = event.data
    return [putCheckpoint(checkpoint), put('jobs', checkpoint.job, held(jobOf(look, event), checkpoint.id))]
  }
  const before = there(look, 'checkpoints', idOf(event.checkpoint))
  if (before.status !== 'pending' && !AFTER_THE_END.has(event.type)) {
    throw new Error(`Checkpoint ${before.id} is ${before.status}, which is final.`)
  }
  const after = checkpointAfter(before, event)
  if (event.type !== 'checkpoint_resolved') return [putCheckpoint(after)]
  return [putCheckpoint(after), put('jobs', after.job, letGo(jobOf(look, event), after.id))]
}

/** What may still be added to a checkpoint that is decided. */
const AFTER_THE_END: ReadonlySet<CheckpointEvent['type']> = new Set(['approval_spent', 'remarks_answered'])

function checkpointAfter(
  before: Checkpoint,
  event: Exclude<CheckpointEvent, { type: 'checkpoint_opened' }>,
): Checkpoint {
  switch (event.type) {
    case 'checkpoint_revised': {
      const { answers, edited_by, asked_hash, ...revised } = event.data
      return {
        ...before,
        ...revised,
        asked_hash: asked_hash ?? before.asked_hash,
        edited_by: edited_by === null ? [] : [...before.edited_by, edited_by],
        sent_back: false,
        votes: [],
        remarks: answered(before, answers),
      }
    }
    case 'checkpoint_voted':
      return { ...before, votes: [...before.votes.filter(({ by }) => by !== event.data.vote.by), event.data.vote] }
    case 'checkpoint_remarked': {
      const sentBack = event.data.remark.kind === 'request_changes'
      return {
        ...before,
        remarks: [...before.remarks, event.data.remark],
        sent_back: before.sent_back || sentBack,
        votes: sentBack ? [] : before.votes,
      }
    }
    case 'remarks_answered':
      return { ...before, remarks: answered(before, event.data.answers) }
    case 'checkpoint_overdue': {
      const { approvers, deadline, did } = event.data
      const on_timeout = did === 'wait' ? before.terms.on_timeout : ({ do: 'wait' } as const)
      return { ...before, deadline, terms: { ...before.terms, approvers, on_timeout } }
    }
    case 'checkpoint_resolved':
      return { ...before, ...event.data, resolved_at: event.at }
    case 'approval_spent':
      return { ...before, spent_at: event.at }
    default:
      return event satisfies never
  }
}

function answered(
  { remarks }: Checkpoint,
  answers: readonly { readonly number: number; readonly answer: RemarkAnswer }[],
): Checkpoint['remarks'] {
  return remarks.map((remark) => {
    const given = answers.find(({ number }) => number === remark.number)
    return given === undefined ? remark : { ...remark, answer: given.answer }
  })
}

function moved(job: Job, { to, outcome }: EventData['job_moved'], at: string): Job {
  if (!JOB_MOVES[job.status].includes(to)) throw new Error(`A job that is ${job.status} can't become ${to}.`)
  const ended = JOB_MOVES[to].length === 0
  return { ...job, status: to, ...(ended && { ended_at: at, outcome: outcome ?? null }) }
}

function held(job: Job, checkpoint: CheckpointId): Job {
  return { ...job, status: 'pending_review', held: [...job.held, checkpoint] }
}

/** A job that waited for this alone goes on; one that was stopped or ended meanwhile stays so. */
function letGo(job: Job, checkpoint: CheckpointId): Job {
  const left = job.held.filter((id) => id !== checkpoint)
  return { ...job, held: left, status: job.status === 'pending_review' && left.length === 0 ? 'running' : job.status }
}

function switched(halted: KillSwitch, scope: HaltScope, thrown: Thrown | null): KillSwitch {
  if (scope.of === 'all') return { ...halted, all: thrown }
  if (scope.of === 'agent') return { ...halted, agents: entered(halted.agents, scope.agent, thrown) }
  return { ...halted, tenants: entered(halted.tenants, scope.tenant, thrown) }
}

function entered(
  entries: Readonly<Record<string, Thrown>>,
  name: string,
  thrown: Thrown | null,
): Readonly<Record<string, Thrown>> {
  const others = Object.entries(entries).filter(([key]) => key !== name)
  return Object.fromEntries(thrown === null ? others : [...others, [name, thrown]])
}

function put<Name extends Table>(table: Name, id: string, row: Tables[Name]): RowChange {
  return { table, id, row }
}

function putCheckpoint(checkpoint: Checkpoint): RowChange {
  return put('checkpoints', checkpoint.id, checkpoint)
}

function jobOf(look: Look, event: NewEvent): Job {
  return there(look, 'jobs', idOf(event.job))
}

function there<Name extends Table>(look: Look, table: Name, id: string): Tables[Name] {
  const row = look(table, id)
  if (row === undefined) throw new Error(`An event changes ${table} ${id}, which its command did not read.`)
  return row
}

function idOf(id: string | null): string {
  if (id === null) throw new Error('An event that changes a row has to name it.')
  return id
}
