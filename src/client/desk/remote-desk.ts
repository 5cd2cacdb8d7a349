import type { GivenTo } from '../../api/operations.ts'
import { AppError } from '../../model/errors.ts'
import { JOB_MOVES, JOB_STATUSES } from '../../model/job-status.ts'
import type { Answer, Desk, LogEvent, LogQuery } from '../../sdk/desk.ts'
import type { ApiClient } from '../api-client.ts'
import { followEvents } from '../follow-events.ts'
import { patiently } from '../patience.ts'
import { randomName } from '../random-name.ts'
import type { Call } from './call.ts'
import { documentsOf } from './remote-documents.ts'
import { pullsOf } from './remote-pulls.ts'
import { wholePage } from './whole-page.ts'

/** Somebody waits at the command line, so a server that does not come back soon is told of. */
const TRIES = 3
const OPEN = JOB_STATUSES.filter((status) => JOB_MOVES[status].length > 0)

/** The desk of a person at a server. */
export function remoteDesk(api: ApiClient): Desk {
  // Under the same key at every try, so that an answer that was lost is not given twice.
  const call: Call = (name, input) => {
    const key = randomName()
    return patiently(() => api.call(name, input, { key }), { tries: TRIES })
  }
  return {
    now: () => new Date(api.clock.now()),
    ...checkpointsOf(call),
    pulls: pullsOf(call, api),
    documents: documentsOf(call),
    ...jobsOf(call),
    ...peopleOf(call),
    grants: (query = {}) => wholePage(query, (asked) => call('list_grants', asked)),
    revokeGrant: async (grant) => {
      await call('revoke_grant', { grant })
    },
    killSwitch: () => call('read_kill_switch', {}),
    setKillSwitch: async (halt, on, reason) => {
      await call('set_kill_switch', { halt, on, reason })
    },
    events: (query = {}) => readLog(call, query),
    watch: (changed) => followEvents(api, changed),
    close: async () => undefined,
  }
}

function checkpointsOf(call: Call): Pick<Desk, 'checkpoints' | 'checkpoint' | 'answer'> {
  return {
    checkpoints: (query = {}) =>
      wholePage(query, (asked) =>
        call('list_checkpoints', {
          ...asked,
          ...(query.statuses && { status: [...query.statuses] }),
          ...(query.job && { job: query.job }),
          ...(query.agent !== undefined && { agent: query.agent }),
          ...(query.by && { by: query.by }),
        }),
      ),
    checkpoint: (checkpoint) => call('read_checkpoint', { checkpoint }),
    answer: (answer) => give(call, answer),
  }
}

/** What is wrong with an answer is told of the answer, not of the request that carries it. */
async function give(call: Call, { passphrase, batch, ...answer }: Answer): ReturnType<Desk['answer']> {
  try {
    return await call('answer_checkpoint', {
      ...answer,
      batch: batch ?? false,
      ...(passphrase !== undefined && { passphrase }),
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    const problems = error.problems.map((problem) => ({ ...problem, path: problem.path.replace(/^\/review\b/, '') }))
    throw new AppError('invalid_input', problems, { message: error.message, details: error.details, cause: error })
  }
}

type JobsPart = Pick<Desk, 'sessions' | 'jobs' | 'job' | 'cancel' | 'resume' | 'inDoubt' | 'settle'>

function jobsOf(call: Call): JobsPart {
  return {
    sessions: async () => (await call('count_sessions', {})).open,
    jobs: async (query = {}) => {
      const status = [...(query.statuses ?? OPEN)]
      const page = await wholePage(query, (asked) => call('list_jobs', { ...asked, status }))
      return { ...page, rows: page.rows.map(({ display_mode: _mode, ...job }) => job) }
    },
    job: (job) => call('read_job', { job }),
    cancel: async (job, reason) => {
      await call('cancel_job', { job, reason })
    },
    resume: async (job, reason) => {
      await call('resume_job', { job, reason })
    },
    inDoubt: (query = {}) => wholePage(query, (asked) => call('list_doubts', asked)),
    settle: async (attempt, { status, reason, value }) => {
      await call('settle_attempt', { attempt, status, reason, ...(value !== undefined && { value }) })
    },
  }
}

type PeoplePart = Pick<
  Desk,
  'me' | 'people' | 'addPerson' | 'renewToken' | 'revokePerson' | 'setPassphrase' | 'isSolo' | 'setSolo'
>

function peopleOf(call: Call): PeoplePart {
  return {
    me: async () => {
      const { person } = await call('read_me', {})
      if (person === null) throw new AppError('actor_not_human', [], { message: 'Only a person sits at a desk.' })
      return person
    },
    people: (query = {}) => wholePage(query, (asked) => call('list_people', asked)),
    addPerson: async ({ id, role, tenants }) => (await call('add_person', { person: id, role, tenants })).token,
    renewToken: async (person) => (await call('renew_person', { person })).token,
    revokePerson: async (person) => {
      await call('revoke_person', { person })
    },
    setPassphrase: async () => {
      throw new AppError('wrong_call', [], { message: 'A passphrase is set in the folder itself: leeway login.' })
    },
    isSolo: async () => (await call('read_settings', {})).solo,
    setSolo: async (solo) => {
      await call('change_settings', { solo })
    },
  }
}

const USUAL_EVENTS = 100

/** A part of the log as long as was wanted; where entries are large, a server gives it in several parts. */
async function readLog(call: Call, query: LogQuery): Promise<readonly LogEvent[]> {
  const { job, checkpoint, type, limit = USUAL_EVENTS } = query
  const filter = { ...(job && { job }), ...(checkpoint && { checkpoint }), ...(type !== undefined && { type }) }
  const events: LogEvent[] = []
  for (let after = query.after ?? 0; events.length < limit; ) {
    const asked = { ...filter, after, limit: limit - events.length } as GivenTo<'list_events'>
    const { rows, last } = await call('list_events', asked)
    if (rows.length === 0) break
    events.push(...rows)
    after = last
  }
  return events
}
