import type { CheckpointId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import { JOB_MOVES } from '../model/job-status.ts'
import type { KillSwitch, Thrown } from '../model/kill-switch.ts'
import { NOTHING_HALTED } from '../model/nothing-halted.ts'
import type { Pull } from '../model/pull.ts'
import { type CheckpointEvent, checkpointAfter } from './checkpoint-after.ts'
import { APPLY_TO_DOCUMENTS } from './document/apply-to-documents.ts'
import type { EventType, HaltScope } from './event.ts'
import { hasEnded, THE_SWITCH } from './job-state.ts'
import { APPLY_TO_PASSKEYS } from './passkey/apply-to-passkeys.ts'
import { gatePassed, gatesAfter, type Moved } from './past-stop.ts'
import type { Look, NewEvent, RowChange } from './ports.ts'
import { APPLY_TO_PULLS } from './pull/apply-to-pulls.ts'
import { type ApplyTo, idOf, jobOf, put, there } from './row-change.ts'
import { keyAt } from './tables.ts'

/** There is one row of settings. */
export const THE_SETTINGS = 'settings'

const nothing = (): readonly RowChange[] => []

/** What each kind of event makes of the rows; the compiler asks for every kind. */
const APPLY: { readonly [Type in EventType]: ApplyTo<Type> } = {
  job_started: (_look, { data: { job, policy } }) => [put('policies', job.policy, policy), put('jobs', job.id, job)],
  job_moved: (look, event) => {
    const job = moved(jobOf(look, event), event)
    return [put('jobs', job.id, job), ...(job.status === 'cancelled' ? tellParent(look, job) : [])]
  },
  policy_changed: (look, event) => {
    const { digest, policy } = event.data
    return [put('policies', digest, policy), put('jobs', idOf(event.job), { ...jobOf(look, event), policy: digest })]
  },
  spawn_refused: nothing,
  job_joined: (look, event) => {
    const job = jobOf(look, event)
    return [put('jobs', job.id, { ...job, joined_by: [...(job.joined_by ?? []), event.data.person] })]
  },
  job_driven: (look, event) => {
    const { waits_for: _over, answered: _heard, ...job } = jobOf(look, event)
    const { driver, policy_digest } = event.data
    const { policy, drift } = job.driven ?? { policy: policy_digest, drift: null }
    return [put('jobs', job.id, { ...job, driven: { driver, policy, drift } })]
  },
  job_left: (look, event) => {
    const job = jobOf(look, event)
    return [put('jobs', job.id, { ...job, waits_for: event.data.reason })]
  },
  drift_noticed: (look, event) => {
    const job = jobOf(look, event)
    if (job.driven === undefined) throw new Error(`Nobody has driven job ${job.id} yet.`)
    const drift = event.data.program || event.data.policy ? event.data : null
    return [put('jobs', job.id, { ...job, driven: { ...job.driven, drift } })]
  },
  child_refused: nothing,

  gate_decided: gatePassed,
  gate_halted: nothing,
  stall_signalled: nothing,
  access_denied: nothing,
  refusal_recorded: (_look, { data: { refusal } }) => [put('refusals', refusal.id, refusal)],
  refusal_repeated: (look, { data: { refusal, count } }) => [
    put('refusals', refusal, { ...there(look, 'refusals', refusal), count }),
  ],

  checkpoint_opened: (look, event) => {
    const { checkpoint } = event.data
    const { id, job, key, pull } = checkpoint
    return [
      put('checkpoints', id, checkpoint),
      ...(key === null ? [] : [put('keys', keyAt(job, key), { checkpoint: id, attempt: null })]),
      put('jobs', job, held(jobOf(look, event), id)),
      ...(pull === undefined ? [] : [put('pulls', pull, askedAbout(there(look, 'pulls', pull), id))]),
    ]
  },
  checkpoint_revised: applyToCheckpoint,
  checkpoint_voted: applyToCheckpoint,
  checkpoint_remarked: applyToCheckpoint,
  remarks_answered: applyToCheckpoint,
  checkpoint_overdue: applyToCheckpoint,
  checkpoint_resolved: (look, event) => {
    const after = applyToCheckpoint(look, event)
    return [...after, put('jobs', idOf(event.job), letGo(jobOf(look, event), idOf(event.checkpoint)))]
  },
  approval_spent: applyToCheckpoint,

  attempt_claimed: (look, { data: { attempt } }) => {
    const { id, job, key, permit } = attempt
    // What is claimed again has its key; of what a person approved the checkpoint has it.
    const isFirst = permit.by !== 'checkpoint' && look('attempts', id) === undefined
    return [
      put('attempts', id, attempt),
      ...(isFirst ? [put('keys', keyAt(job, key), { checkpoint: null, attempt: id })] : []),
    ]
  },
  attempt_ended: (look, { data: { attempt, status, outcome, settled_by }, at }) => {
    const ended_at = status === 'in_doubt' ? null : at
    return [put('attempts', attempt, { ...there(look, 'attempts', attempt), status, outcome, settled_by, ended_at })]
  },

  grant_minted: (_look, { data: { grant } }) => [put('grants', grant.id, grant)],
  grant_used: (look, { data }) => {
    const grant = there(look, 'grants', data.grant)
    return [put('grants', grant.id, { ...grant, hits: grant.hits + 1 })]
  },
  grant_revoked: (look, { data, actor, at }) => {
    const grant = there(look, 'grants', data.grant)
    return [put('grants', grant.id, { ...grant, revoked_at: at, revoked_by: actor.id })]
  },

  step_recorded: nothing,
  phase_recorded: nothing,
  child_linked: nothing,

  ...APPLY_TO_PULLS,
  ...APPLY_TO_DOCUMENTS,

  kill_switch_set: (look, { data: { scope, on, reason }, actor, at }) => {
    const halted = look('switches', THE_SWITCH) ?? NOTHING_HALTED
    return [put('switches', THE_SWITCH, switched(halted, scope, on ? { by: actor.id, at, reason } : null))]
  },
  person_enrolled: (_look, { data: { person } }) => [put('people', person.id, person)],
  person_changed: (_look, { data: { person } }) => [put('people', person.id, person)],
  person_revoked: (look, { data: { person }, at }) => [
    put('people', person, { ...there(look, 'people', person), revoked_at: at }),
  ],
  token_issued: (_look, { data: { token } }) => [put('tokens', token.id, token)],
  token_revoked: (look, { data: { token }, at }) => [
    put('tokens', token, { ...there(look, 'tokens', token), revoked_at: at }),
  ],
  ...APPLY_TO_PASSKEYS,
  setting_changed: (_look, { data: { solo } }) => [put('settings', THE_SETTINGS, { solo })],
  webhook_added: nothing,
  webhook_removed: nothing,
}

/** What an event makes of the rows. The only place where rows change; folding the log gives the same rows again. */
export function apply(look: Look, event: NewEvent): readonly RowChange[] {
  // The table has for each kind a function of that kind, which the union of all kinds cannot say.
  return (APPLY[event.type] as ApplyTo<EventType>)(look, event)
}

function applyToCheckpoint(look: Look, event: CheckpointEvent): readonly RowChange[] {
  const before = there(look, 'checkpoints', idOf(event.checkpoint))
  return [put('checkpoints', before.id, checkpointAfter(before, event))]
}

function moved(job: Job, event: Moved): Job {
  const { to, outcome } = event.data
  if (!JOB_MOVES[job.status].includes(to)) throw new Error(`A job that is ${job.status} can't become ${to}.`)
  const ended = JOB_MOVES[to].length === 0
  const { waits_for: _over, answered: isHeard, stopped_at: _stopped, resumed_at: _resumed, ...rest } = job
  const after = {
    ...rest,
    ...gatesAfter(job, event),
    status: to,
    // A program that turns to a child and back has not taken up what was answered since it began.
    ...(ended ? { ended_at: event.at, outcome: outcome ?? null } : isHeard && { answered: isHeard }),
  }
  // Whoever lets it go on lets all of it go on that is not held.
  return to === 'pending_review' ? answered(after) : after
}

/** Its program has something to go on with, which it takes up when it is run next. */
function answered(job: Job): Job {
  return job.program === null ? job : { ...job, answered: true }
}

function askedAbout(pull: Pull, checkpoint: CheckpointId): Pull {
  const asked_before = pull.checkpoint === null ? pull.asked_before : [...pull.asked_before, pull.checkpoint]
  return { ...pull, checkpoint, asked_before }
}

function held(job: Job, checkpoint: Job['held'][number]): Job {
  return { ...job, status: 'pending_review', held: [...job.held, checkpoint] }
}

/**
 * A job that waited for this alone goes on; one that was stopped or ended meanwhile stays so. It is marked even where nothing else is held:
 * its program may still run, past the place that waited for this, and be about to ask something else.
 */
function letGo(job: Job, checkpoint: string): Job {
  const left = job.held.filter((id) => id !== checkpoint)
  const after = { ...job, held: left }
  if (hasEnded(job)) return after
  return answered(left.length === 0 && job.status === 'pending_review' ? { ...after, status: 'running' } : after)
}

/** A parent waits for all its children at once; of one that was called off it hears, whatever else is held or asked later. */
function tellParent(look: Look, { path }: Job): readonly RowChange[] {
  const parent = path.at(-1)
  const job = parent === undefined ? undefined : there(look, 'jobs', parent)
  return job === undefined || hasEnded(job) ? [] : [put('jobs', job.id, answered(job))]
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
