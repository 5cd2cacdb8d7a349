import type { DisplayMode, JobView } from '../../api/views.ts'
import { cancelJob } from '../../engine/cancel-job.ts'
import { changePolicy } from '../../engine/change-policy.ts'
import { type EndJob, endJob } from '../../engine/end-job.ts'
import { startJob } from '../../engine/start-job.ts'
import { AppError } from '../../model/errors.ts'
import type { Job } from '../../model/job.ts'
import { JOB_MOVES, JOB_STATUSES, type JobStatus } from '../../model/job-status.ts'
import { boundBy } from '../../policy/meet.ts'
import type { Policy } from '../../policy/policy.ts'
import { resolvePolicy } from '../../policy/resolve.ts'
import { jobView } from '../../sdk/desk/job-view.ts'
import { sessionsSeen } from '../../sdk/sessions-seen.ts'
import { type Drive, policyOf, toStart } from '../../sdk/start.ts'
import { ownJob } from '../access/own-work.ts'
import type { ProgramPrincipal } from '../access/principal.ts'
import type { Call, HandlersOf } from '../call.ts'
import type { House } from '../house.ts'
import { deskOf } from './desk-of.ts'
import { scan } from './scan.ts'

type Names =
  | 'list_jobs'
  | 'read_job'
  | 'count_sessions'
  | 'start_job'
  | 'end_job'
  | 'cancel_job'
  | 'resume_job'
  | 'change_policy'

/** Jobs, for people and for the programs that do them. */
export function jobHandlers({ context, presence }: House): HandlersOf<Names> {
  const { store } = context
  return {
    list_jobs: async ({ principal, input }) => {
      const desk = deskOf(context, principal)
      const statuses = input.status ?? statusesFor(input.include_mid_process)
      const fits = (job: Job) => (input.agent ?? job.agent) === job.agent && (input.tenant ?? job.tenant) === job.tenant
      const placeOf = ({ started_at, id }: Job) => ({ value: started_at, id })
      const page = await scan(input, (query) => desk.jobs({ ...query, statuses }), { fits, placeOf })
      return { ...page, rows: page.rows.map((job) => ({ ...job, display_mode: displayMode(job.status) })) }
    },
    read_job: async ({ principal, input }) => {
      if (principal.kind === 'person') return deskOf(context, principal).job(input.job)
      await ownJob(store, principal, input.job)
      // Whom it works for is not its to read.
      return { ...(await jobView(context, input.job)), ancestors: [] } satisfies JobView
    },
    count_sessions: (call) => countSessions(context, call),
    start_job: (call) => start({ context, presence }, call),
    end_job: async ({ principal, input, idempotency }) => {
      const { id: job, tenant } = await ownJob(store, principal, input.job)
      await principal.run(endJob, { tenant, job, by: principal.actor, ...endOf(input) }, idempotency)
      return {}
    },
    cancel_job: async ({ principal, input, idempotency }) => {
      if (principal.kind === 'person') {
        await deskOf(context, principal, idempotency).cancel(input.job, input.reason)
        return {}
      }
      // What works for it is swept by whoever keeps the house.
      const { id: job, tenant } = await ownJob(store, principal, input.job)
      await principal.run(cancelJob, { job, tenant, by: principal.actor, reason: input.reason }, idempotency)
      return {}
    },
    resume_job: async ({ principal, input, idempotency }) => {
      await deskOf(context, principal, idempotency).resume(input.job, input.reason)
      return {}
    },
    change_policy: async ({ principal, input, idempotency }) => {
      const tenant = principal.kind === 'program' ? (await ownJob(store, principal, input.job)).tenant : null
      const policy = resolvePolicy(input.policy, context.workplace.catalog)
      const change = { job: input.job, by: principal.actor, tenant, policy }
      return { digest: await principal.run(changePolicy, change, idempotency) }
    },
  }
}

/** The server has the store open as well, and is no agent. */
async function countSessions(context: House['context'], { principal }: Call<'count_sessions'>) {
  const seen = await sessionsSeen(context, await principal.me())
  return { open: seen.filter(({ name }) => name !== context.session.lease).length }
}

/** Why it failed is what came of it, where nothing else is said: another reason would be another end. */
function endOf({ status, reason, outcome }: Pick<EndJob, 'status' | 'reason'> & { readonly outcome?: unknown }) {
  const said = reason === '' ? ENDED[status] : reason
  return { status, reason: said, outcome: outcome ?? (status === 'failed' ? { error: said } : null) }
}

const ENDED = { completed: 'The program is done.', failed: 'The program failed.' } as const

const ACTIONABLE: readonly JobStatus[] = ['pending_review', 'stopped', 'in_doubt']

/** Without a toggle only what a person can do something about. */
function statusesFor(includeMidProcess: boolean): readonly JobStatus[] {
  return JOB_STATUSES.filter((status) => {
    const mode = displayMode(status)
    return mode === 'actionable' || (includeMidProcess && mode === 'mid_process')
  })
}

function displayMode(status: JobStatus): DisplayMode {
  if (ACTIONABLE.includes(status)) return 'actionable'
  return JOB_MOVES[status].length === 0 ? 'terminal' : 'mid_process'
}

async function start(house: Pick<House, 'context' | 'presence'>, call: Call<'start_job'>): Promise<Job> {
  const { principal, input, idempotency } = call
  const context = { ...house.context, tenant: principal.tenant }
  const parent = input.parent === undefined ? null : await ownJob(context.store, principal, input.parent)
  refuseOthersName(principal, input, parent)
  const { agent, title, policy, key, started_by } = input
  const options = { agent, title, input: input.input ?? null, ...(policy && { policy }), ...(key && { key }) }
  const drive: Drive = { program: null, parent, call: null }
  const asked = await toStart(context, options, drive)
  const bound = parent === null ? boundPolicy(context, principal, { agent, asked: asked.policy }) : asked.policy
  const for_ = started_by === undefined ? (parent?.started_by ?? principal.actor) : personNamed(started_by)
  const started = { ...asked, policy: bound, by: principal.actor, started_by: for_ }
  const job = await principal.run(startJob, started, idempotency)
  await house.presence.attends(principal, job.id)
  return job
}

/** An agent asks for itself, or for those that work for it; it names no person in whose name it does so. */
function refuseOthersName(
  { bearer }: ProgramPrincipal,
  { agent, started_by }: Call<'start_job'>['input'],
  parent: Job | null,
): void {
  if (bearer.kind === 'service') return
  const said = (message: string) => new AppError('not_authorised', [], { message })
  if (started_by !== undefined) throw said('An agent names no person who started its work; a service may.')
  if (parent === null && bearer.job !== null) throw said(`This token is bound to job ${bearer.job}.`)
  if (parent === null && agent !== bearer.agent) throw said(`This token stands for the agent ${bearer.agent}.`)
}

function personNamed(id: string) {
  return { kind: 'person', id } as const
}

/** An agent's wish only makes stricter what the project says of it. */
function boundPolicy(
  context: House['context'],
  { bearer }: ProgramPrincipal,
  { agent, asked }: { readonly agent: string; readonly asked: Policy },
): Policy {
  return bearer.kind === 'service' ? asked : boundBy(asked, policyOf(context, { agent }))
}
