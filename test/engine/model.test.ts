import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelJob } from '../../src/engine/cancel-job.ts'
import { contentOf } from '../../src/engine/content-of.ts'
import { doubtAttempt } from '../../src/engine/doubt-attempt.ts'
import { enrolPerson } from '../../src/engine/enrol-person.ts'
import { recordAttempt } from '../../src/engine/record-attempt.ts'
import { resumeJob } from '../../src/engine/resume-job.ts'
import { reviseCheckpoint } from '../../src/engine/revise-checkpoint.ts'
import { revokePerson } from '../../src/engine/revoke-person.ts'
import { setKillSwitch } from '../../src/engine/set-kill-switch.ts'
import { settleAttempt } from '../../src/engine/settle-attempt.ts'
import { AttemptId, CheckpointId, JobId, LOCAL, PersonId } from '../../src/model/ids.ts'
import type { JobStatus } from '../../src/model/job-status.ts'
import { A_FAILURE, ADA, aCall, aPerson, person, SCOUT } from '../../src/testing/builders.ts'
import { foldLog, readLog, rowsIn } from '../../src/testing/fold.ts'
import { storedRuns } from '../../src/testing/stored-runs.ts'
import { aWorld, type World, wordFor } from '../../src/testing/world.ts'

/** What a checkpoint should be, in plain words. */
interface ModelCheckpoint {
  status: string
  revision: number
  votes: Set<string>
  editors: Set<string>
  quorum: number
  sentBack: boolean
  due: number
  spent: boolean
  job: string
}

/** The engine in plain maps, without a log, versions or events. */
class Model {
  now = 0
  halted = false
  readonly jobs = new Map<string, JobStatus>([['job-1', 'running']])
  readonly parents = new Map<string, string>()
  readonly checkpoints = new Map<string, ModelCheckpoint>()
  readonly attempts = new Map<string, { status: string; job: string }>()
  readonly people = new Set(['rob', 'eve'])
  /** Jobs whose failed step was resumed from, and may pass once. */
  readonly resumed = new Set<string>()

  /** Why a job can do nothing now; undefined when it can. */
  idle(job: string): string | undefined {
    const status = this.jobs.get(job)
    if (status === 'cancelled') return 'job_ended'
    if (status === 'stopped') return 'job_stopped'
    if (status === 'in_doubt') return 'job_in_doubt'
    const above = this.jobs.get(this.parents.get(job) ?? '')
    return this.halted || above === 'cancelled' || above === 'stopped' ? 'halted' : undefined
  }

  /** Whether it makes sense to try; of the first checkpoint everything is tried. */
  isFit(id: string, status: string): boolean {
    const found = this.checkpoints.get(id)
    return found !== undefined && (found.status === status || id === NAMES[0])
  }

  held(job: string): readonly ModelCheckpoint[] {
    return [...this.checkpoints.values()].filter((one) => one.job === job && one.status === 'pending')
  }

  /** A job that waits for people, or for nobody any more; one that is stopped or in doubt stays so. */
  settle(job: string): void {
    const status = this.jobs.get(job)
    if (status === 'running' || status === 'pending_review') this.goOn(job)
  }

  goOn(job: string): void {
    this.jobs.set(job, this.held(job).length > 0 ? 'pending_review' : 'running')
  }

  resolve(checkpoint: ModelCheckpoint, status: string): void {
    checkpoint.status = status
    this.settle(checkpoint.job)
  }
}

type Step = fc.AsyncCommand<Model, World>

/** What a command should lead to, and what it leads to; both in one word. */
class Does implements Step {
  readonly #name: string
  readonly #expected: (model: Model) => string
  readonly #run: (world: World) => Promise<string>
  #needs: (model: Model) => boolean = () => true

  constructor(name: string, expected: (model: Model) => string, run: (world: World) => Promise<string>) {
    this.#name = name
    this.#expected = expected
    this.#run = run
  }

  /** What has to be there; that nothing is done with what is not there is tested beside each verb. */
  when(needs: (model: Model) => boolean): this {
    this.#needs = needs
    return this
  }

  check(model: Model): boolean {
    return this.#needs(model)
  }

  async run(model: Model, world: World): Promise<void> {
    const expected = this.#expected(model)
    const said = await this.#run(world)
    if (said !== expected) throw new Error(`${this.#name} led to ${said} instead of ${expected}.`)
  }

  toString(): string {
    return this.#name
  }
}

const done = (promise: Promise<unknown>) => wordFor(promise.then(() => ({ status: 'done' })))
const NAMES = ['a', 'b', 'c', 'd']
const job = fc.constantFrom('job-1', 'child', 'job-2')
const name = fc.constantFrom(...NAMES)
const reviewer = fc.constantFrom('rob', 'eve')
const attemptOf = (of: string) => AttemptId.parse(`attempt-${of}`)

const start = fc.constantFrom(['child', 'job-1'] as const, ['job-2', ''] as const).map(([id, parent]) =>
  new Does(
    `start ${id}`,
    (model) => {
      if (model.jobs.has(id)) return 'id_taken'
      const idle = parent === '' ? undefined : model.idle(parent)
      if (idle ?? (model.halted ? 'halted' : undefined)) return idle ?? 'halted'
      model.jobs.set(id, 'running')
      if (parent !== '') model.parents.set(id, parent)
      return 'running'
    },
    (world) => wordFor(world.start(parent === '' ? { id } : { id, parent })),
  ).when((model) => !model.jobs.has(id)),
)

const hold = fc.tuple(job, name, fc.constantFrom(1, 2), fc.boolean()).map(([of, id, quorum, timed]) =>
  new Does(
    `hold ${id} of ${of}${timed ? ' for a minute' : ''}, quorum ${quorum}`,
    (model) => {
      if (!model.jobs.has(of)) return 'not_found'
      if (model.checkpoints.has(id)) return 'id_taken'
      const idle = model.idle(of)
      if (idle !== undefined) return idle
      const due = timed ? model.now + 60 : Number.POSITIVE_INFINITY
      const fresh = { votes: new Set<string>(), editors: new Set<string>(), sentBack: false, spent: false }
      model.checkpoints.set(id, { status: 'pending', revision: 1, quorum, due, job: of, ...fresh })
      model.settle(of)
      return 'held'
    },
    (world) => {
      const terms = { quorum, ...(timed && { timeout_seconds: 60, on_timeout: { do: 'deny' } as const }) }
      return wordFor(world.ask({ job: of, checkpoint: id, args: { of, id }, terms }))
    },
  ).when((model) => model.jobs.has(of) && !model.checkpoints.has(id)),
)

/** What stands in the way of every answer. */
function unfit(model: Model, id: string, by: string): string | undefined {
  const checkpoint = model.checkpoints.get(id)
  if (checkpoint === undefined || !model.people.has(by)) return 'not_found'
  if (checkpoint.status === 'pending' && model.now >= checkpoint.due) model.resolve(checkpoint, 'expired')
  if (checkpoint.status === 'expired') return 'expired'
  return checkpoint.status === 'pending' ? undefined : 'already_resolved'
}

const current = async (world: World, id: string) =>
  (await world.store.get('checkpoints', id))?.row.content_hash ?? 'none'

const approve = fc.tuple(name, reviewer).map(([id, by]) =>
  new Does(
    `${by} approves ${id}`,
    (model) => {
      const why = unfit(model, id, by)
      const checkpoint = model.checkpoints.get(id)
      if (why !== undefined || checkpoint === undefined) return why ?? 'not_found'
      if (checkpoint.sentBack) return 'sent_back'
      if (checkpoint.editors.has(by)) return 'self_approval'
      checkpoint.votes.add(by)
      const counted = [...checkpoint.votes].filter((voter) => model.people.has(voter)).length
      if (counted < checkpoint.quorum) return 'pending'
      model.resolve(checkpoint, 'approved')
      return 'approved'
    },
    async (world) => wordFor(world.approve(id, { by: person(by), content_hash: await current(world, id) })),
  ).when((model) => model.isFit(id, 'pending')),
)

const reject = fc.tuple(name, reviewer).map(([id, by]) =>
  new Does(
    `${by} rejects ${id}`,
    (model) => {
      const why = unfit(model, id, by)
      const checkpoint = model.checkpoints.get(id)
      if (why !== undefined || checkpoint === undefined) return why ?? 'not_found'
      model.resolve(checkpoint, 'rejected')
      return 'rejected'
    },
    async (world) => {
      const content_hash = await current(world, id)
      return wordFor(world.review(id, { answer: 'reject', reason: 'No.' }, { by: person(by), content_hash }))
    },
  ).when((model) => model.isFit(id, 'pending')),
)

const edit = fc.tuple(name, reviewer, fc.nat(9)).map(([id, by, to]) =>
  new Does(
    `${by} edits ${id}`,
    (model) => {
      const why = unfit(model, id, by)
      const checkpoint = model.checkpoints.get(id)
      if (why !== undefined || checkpoint === undefined) return why ?? 'not_found'
      if (checkpoint.sentBack) return 'sent_back'
      checkpoint.revision++
      checkpoint.votes.clear()
      checkpoint.editors.add(by)
      return 'pending'
    },
    async (world) => {
      const content_hash = await current(world, id)
      return wordFor(world.review(id, { answer: 'edit', args: { id, to } }, { by: person(by), content_hash }))
    },
  ).when((model) => model.isFit(id, 'pending')),
)

const sendBack = fc.tuple(name, reviewer).map(([id, by]) =>
  new Does(
    `${by} sends ${id} back`,
    (model) => {
      const why = unfit(model, id, by)
      const checkpoint = model.checkpoints.get(id)
      if (why !== undefined || checkpoint === undefined) return why ?? 'not_found'
      checkpoint.sentBack = true
      checkpoint.due = Number.POSITIVE_INFINITY
      checkpoint.votes.clear()
      return 'pending'
    },
    async (world) => {
      const content_hash = await current(world, id)
      return wordFor(
        world.review(id, { answer: 'request_changes', reason: 'Again.' }, { by: person(by), content_hash }),
      )
    },
  ).when((model) => model.isFit(id, 'pending')),
)

const revise = name.map((id) =>
  new Does(
    `the agent revises ${id}`,
    (model) => {
      const checkpoint = model.checkpoints.get(id)
      if (checkpoint === undefined) return 'not_found'
      if (!checkpoint.sentBack) return 'not_sent_back'
      if (checkpoint.status !== 'pending') return checkpoint.status
      const idle = model.idle(checkpoint.job)
      if (idle !== undefined) return idle
      checkpoint.sentBack = false
      checkpoint.revision++
      checkpoint.editors.clear()
      return 'pending'
    },
    async (world) => {
      const before = (await world.store.get('checkpoints', id))?.row
      const gate = aCall('send', { id, revision: before?.revision ?? 0, by: 'agent' })
      const open = before?.remarks.filter(({ answer }) => answer === null) ?? []
      const answers = open.map(({ number }) => ({ number, did: 'fixed', text: 'Done.' }) as const)
      const checkpoint = CheckpointId.parse(id)
      return wordFor(
        world.run(reviseCheckpoint, {
          tenant: LOCAL,
          job: before?.job ?? JobId.parse('none'),
          checkpoint,
          by: SCOUT,
          gate,
          content: contentOf(gate),
          answers,
        }),
      )
    },
  ).when((model) => model.checkpoints.get(id)?.sentBack === true),
)

const spend = name.map((id) =>
  new Does(
    `the agent spends ${id}`,
    (model) => {
      const checkpoint = model.checkpoints.get(id)
      if (checkpoint === undefined) return 'not_found'
      if (checkpoint.status !== 'approved') return 'not_approved'
      if (checkpoint.spent) return 'already_spent'
      const idle = model.idle(checkpoint.job)
      if (idle !== undefined) return idle
      checkpoint.spent = true
      model.attempts.set(id, { status: 'claimed', job: checkpoint.job })
      return 'claimed'
    },
    async (world) => {
      const content_hash = await current(world, id)
      return wordFor(
        world.spend(id, { content_hash, claim: { attempt: attemptOf(id) } }).then(({ attempt }) => attempt),
      )
    },
  ).when((model) => model.isFit(id, 'approved')),
)

const record = name.map((id) =>
  new Does(
    `the outcome of ${id} is recorded`,
    (model) => {
      const attempt = model.attempts.get(id)
      if (attempt?.status !== 'claimed') return attempt === undefined ? 'not_found' : 'attempt_ended'
      attempt.status = 'succeeded'
      return 'done'
    },
    (world) => {
      const end = { status: 'succeeded', outcome: 1, session: 'session-1' } as const
      return done(world.run(recordAttempt, { tenant: LOCAL, attempt: attemptOf(id), by: SCOUT, ...end }))
    },
  ).when((model) => model.attempts.has(id)),
)

const doubt = name.map((id) =>
  new Does(
    `the attempt of ${id} is doubted`,
    (model) => {
      const attempt = model.attempts.get(id)
      if (attempt === undefined) return 'not_found'
      if (attempt.status !== 'claimed') return 'done'
      attempt.status = 'in_doubt'
      const status = model.jobs.get(attempt.job)
      if (status !== 'cancelled' && status !== 'stopped') model.jobs.set(attempt.job, 'in_doubt')
      return 'done'
    },
    (world) => done(world.run(doubtAttempt, { attempt: attemptOf(id) })),
  ).when((model) => model.attempts.has(id)),
)

const doubts = (model: Model, of: string) =>
  [...model.attempts.values()].filter((one) => one.job === of && one.status === 'in_doubt').length

const settle = name.map((id) =>
  new Does(
    `ada settles the attempt of ${id}`,
    (model) => {
      const attempt = model.attempts.get(id)
      if (attempt?.status !== 'in_doubt') return attempt === undefined ? 'not_found' : 'not_in_doubt'
      attempt.status = 'failed'
      if (model.jobs.get(attempt.job) === 'in_doubt' && doubts(model, attempt.job) === 0) model.goOn(attempt.job)
      return 'done'
    },
    (world) => done(world.run(settleAttempt, { attempt: attemptOf(id), by: ADA, status: 'failed', reason: 'Looked.' })),
  ).when((model) => model.attempts.has(id)),
)

const fail = job.map((of) =>
  new Does(
    `a step of ${of} fails`,
    (model) => {
      if (!model.jobs.has(of)) return 'not_found'
      const idle = model.idle(of)
      if (idle !== undefined) return idle
      if (model.resumed.delete(of)) return 'allowed'
      model.jobs.set(of, 'stopped')
      return 'stopped'
    },
    (world) => wordFor(world.ask({ job: of, gate: A_FAILURE })),
  ).when((model) => model.jobs.has(of)),
)

const resume = job.map((of) =>
  new Does(
    `ada resumes ${of}`,
    (model) => {
      if (model.jobs.get(of) !== 'stopped') return model.jobs.has(of) ? 'job_not_stopped' : 'not_found'
      if (doubts(model, of) > 0) return 'job_in_doubt'
      model.goOn(of)
      model.resumed.add(of)
      return 'done'
    },
    (world) => done(world.run(resumeJob, { job: JobId.parse(of), by: ADA, reason: 'Mended.' })),
  ).when((model) => model.jobs.get(of) === 'stopped'),
)

const cancel = fc.constantFrom('child', 'job-2').map((of) =>
  new Does(
    `ada cancels ${of}`,
    (model) => {
      if (!model.jobs.has(of)) return 'not_found'
      model.jobs.set(of, 'cancelled')
      for (const checkpoint of model.held(of)) checkpoint.status = 'cancelled'
      return 'done'
    },
    (world) => done(world.run(cancelJob, { job: JobId.parse(of), by: ADA, tenant: null, reason: 'Enough.' })),
  ).when((model) => model.jobs.has(of)),
)

const halt = fc.constantFrom(true, false, false, false).map(
  (on) =>
    new Does(
      `the kill switch is ${on ? 'on' : 'off'}`,
      (model) => {
        model.halted = on
        return 'done'
      },
      (world) => done(world.run(setKillSwitch, { by: ADA, scope: { of: 'all' }, on, reason: 'Fire.' })),
    ),
)

const leave = fc.tuple(reviewer, fc.constantFrom(false, true, true)).map(
  ([who, back]) =>
    new Does(
      `${who} ${back ? 'comes back' : 'leaves'}`,
      (model) => {
        if (back) model.people.add(who)
        else model.people.delete(who)
        return 'done'
      },
      (world) => {
        const id = PersonId.parse(who)
        if (!back) return done(world.run(revokePerson, { by: ADA, person: id }))
        return done(world.run(enrolPerson, { by: ADA, person: aPerson({ id }), change: true }))
      },
    ),
)

const sweep = fc.tuple(name, fc.constantFrom(0, 30, 60)).map(([id, seconds]) =>
  new Does(
    `${seconds} seconds pass, and ${id} is looked at`,
    (model) => {
      model.now += seconds
      const checkpoint = model.checkpoints.get(id)
      if (checkpoint === undefined) return 'not_found'
      if (checkpoint.status === 'pending' && model.now >= checkpoint.due) model.resolve(checkpoint, 'expired')
      return 'done'
    },
    (world) => {
      world.pass(seconds)
      return done(world.expire(id))
    },
  ).when((model) => model.checkpoints.has(id)),
)

test('any sequence of verbs leads where plain maps lead, and the log folds to the rows', async () => {
  const often = [hold, hold, hold, hold, approve, approve, approve, approve, spend, spend, spend]
  const verbs = [...often, start, start, reject, edit, sendBack, revise, revise, record, doubt, settle, sweep]
  const steps = fc.commands<Model, World, false>([...verbs, fail, resume, resume, cancel, halt, leave] as never, {
    maxCommands: 80,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const world = await aWorld()
      const model = new Model()
      await fc.asyncModelRun(() => ({ model, real: world }), commands)

      for (const [id, status] of model.jobs) expect(await world.job(id)).toMatchObject({ status })
      for (const [id, { status, revision, votes, sentBack, spent }] of model.checkpoints) {
        const row = await world.checkpoint(id)
        expect([row.status, row.revision, row.sent_back, row.spent_at !== null]).toEqual([
          status,
          revision,
          sentBack,
          spent,
        ])
        expect(new Set(row.votes.map(({ by }) => by))).toEqual(votes)
      }
      for (const [id, { status }] of model.attempts)
        expect(await world.row('attempts', attemptOf(id))).toMatchObject({ status })
      expect(foldLog(await readLog(world.store))).toEqual(await rowsIn(world.store, [LOCAL]))
    }),
    storedRuns(120),
  )
})
