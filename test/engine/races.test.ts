import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelJob } from '../../src/engine/cancel-job.ts'
import { changePolicy } from '../../src/engine/change-policy.ts'
import { doubtAttempt } from '../../src/engine/doubt-attempt.ts'
import type { Store, StoredEvent } from '../../src/engine/ports.ts'
import { openPullsOf } from '../../src/engine/pull/close-with-job.ts'
import { Reader } from '../../src/engine/reader.ts'
import { recordAttempt } from '../../src/engine/record-attempt.ts'
import { revokeGrant } from '../../src/engine/revoke-grant.ts'
import { revokePerson } from '../../src/engine/revoke-person.ts'
import { setKillSwitch } from '../../src/engine/set-kill-switch.ts'
import { AttemptId, GrantId, JobId, LOCAL, PersonId } from '../../src/model/ids.ts'
import type { Review } from '../../src/model/review.ts'
import { ADA, aPolicy, EVE, ROB, rule, SCOUT, SENDS_ARE_HELD } from '../../src/testing/builders.ts'
import { foldLog, readLog, rowsIn } from '../../src/testing/fold.ts'
import { PullWorld } from '../../src/testing/pull-world.ts'
import { storedRuns } from '../../src/testing/stored-runs.ts'
import { aWorld, type World } from '../../src/testing/world.ts'

const JOB = JobId.parse('job-1')
const NO: Review = { answer: 'reject', reason: 'No.' }
const EDIT: Review = { answer: 'edit', args: { to: 'all' } }
const RUNS = storedRuns(30)

/** What is run against each other, and what came of it. */
interface Race {
  readonly prepare: (world: World) => Promise<unknown>
  readonly runners: readonly ((world: World) => Promise<unknown>)[]
  readonly judge: (finish: Finish) => void | Promise<void>
}

interface Finish {
  readonly world: World
  readonly log: readonly StoredEvent[]
  /** Of each runner in turn: `done`, or the code of its error. */
  readonly said: readonly string[]
}

/** Lets the scheduler choose, at every call of the store, who goes on. */
async function race({ prepare, runners, judge }: Race): Promise<void> {
  const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
    const world = await aWorld()
    await prepare(world)
    const raced = world.through(scheduled(world.store, scheduler))
    const running = runners.map((run) => run(raced).then(done, ({ code }) => String(code)))
    const said = await scheduler.waitFor(Promise.all(running))
    const log = await readLog(world.store)
    await judge({ world, log, said })
    if (!isDeepStrictEqual(foldLog(log), await rowsIn(world.store, [LOCAL])))
      throw new Error('The log is not the rows.')
  })
  await fc.assert(property, RUNS)
}

const done = () => 'done'

function scheduled(store: Store, scheduler: fc.Scheduler): Store {
  const slow = new Set<PropertyKey>(['get', 'find', 'append'])
  return new Proxy(store, {
    get: (target, name) => {
      const own = Reflect.get(target, name, target)
      if (typeof own !== 'function') return own
      const bound = own.bind(target)
      if (!slow.has(name)) return bound
      // Waits before the call as well as after it, so that what was read may be old when it is used.
      return async (...args: unknown[]) => {
        await scheduler.schedule(Promise.resolve(), String(name))
        return scheduler.schedule(bound(...args), String(name))
      }
    },
  })
}

const of = (log: readonly StoredEvent[], type: StoredEvent['type']) => log.filter((event) => event.type === type)
const seqOf = (log: readonly StoredEvent[], type: StoredEvent['type']) =>
  of(log, type).at(-1)?.seq ?? Number.POSITIVE_INFINITY
const approved = async (world: World) => {
  await world.hold()
  await world.approve('chk-1')
}
const deny = (world: World) =>
  world.run(changePolicy, {
    job: JOB,
    by: ADA,
    tenant: null,
    policy: aPolicy({ ...SENDS_ARE_HELD, rules: [rule('send', 'deny')] }),
  })

test('of two reviewers exactly one decides', () =>
  race({
    prepare: (world) => world.hold(),
    runners: [(world) => world.approve('chk-1'), (world) => world.review('chk-1', NO, { by: EVE })],
    judge: ({ said, log }) => {
      expect(said.toSorted()).toEqual(['already_resolved', 'done'])
      expect(of(log, 'checkpoint_resolved')).toHaveLength(1)
    },
  }))

test('of an approval and the deadline exactly one decides', () =>
  race({
    prepare: async (world) => {
      await world.hold({ terms: { timeout_seconds: 60, on_timeout: { do: 'deny' } } })
      world.pass(59)
    },
    runners: [
      (world) => world.approve('chk-1'),
      async (world) => {
        await world.store.get('jobs', 'job-1')
        world.pass(1)
        await world.expire('chk-1')
      },
    ],
    judge: async ({ world, said, log }) => {
      const { status } = await world.checkpoint('chk-1')
      expect([status, said[0]]).toEqual(status === 'approved' ? ['approved', 'done'] : ['expired', 'expired'])
      expect(of(log, 'checkpoint_resolved')).toHaveLength(1)
    },
  }))

test('a quorum never counts somebody who has left', () =>
  race({
    prepare: async (world) => {
      await world.hold({ terms: { quorum: 2 } })
      await world.approve('chk-1', { by: ROB })
    },
    runners: [
      (world) => world.approve('chk-1', { by: EVE }),
      (world) => world.run(revokePerson, { by: ADA, person: PersonId.parse('rob') }),
    ],
    judge: async ({ world, said, log }) => {
      expect(said).toEqual(['done', 'done'])
      const inTime = seqOf(log, 'checkpoint_resolved') < seqOf(log, 'person_revoked')
      expect((await world.checkpoint('chk-1')).status).toBe(inTime ? 'approved' : 'pending')
    },
  }))

test('of an approval and a cancellation exactly one resolves, and the job is called off', () =>
  race({
    prepare: (world) => world.hold(),
    runners: [
      (world) => world.approve('chk-1'),
      (world) => world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason: 'Enough.' }),
    ],
    judge: async ({ world, said, log }) => {
      expect(of(log, 'checkpoint_resolved')).toHaveLength(1)
      const { status } = await world.checkpoint('chk-1')
      expect([status, ...said]).toEqual(
        status === 'approved' ? ['approved', 'done', 'done'] : ['cancelled', 'already_resolved', 'done'],
      )
      expect(await world.job()).toMatchObject({ status: 'cancelled', held: [] })
    },
  }))

test('no pull request stays open that is opened in the moment in which its job is called off', () =>
  race({
    prepare: async () => undefined,
    runners: [
      (world) => new PullWorld(world).open(),
      (world) => world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason: 'Enough.' }),
    ],
    judge: async ({ world, said, log }) => {
      expect(await openPullsOf(new Reader(world.store), JOB)).toEqual([])
      const closed = of(log, 'pull_closed').length
      expect([closed, ...said]).toEqual(closed === 1 ? [1, 'done', 'done'] : [0, 'job_ended', 'done'])
    },
  }))

test('an approval is spent once', () =>
  race({
    prepare: approved,
    runners: [(world) => world.spend('chk-1'), (world) => world.spend('chk-1'), (world) => world.spend('chk-1')],
    judge: ({ said, log }) => {
      expect(said.toSorted()).toEqual(['already_spent', 'already_spent', 'done'])
      expect(of(log, 'attempt_claimed')).toHaveLength(1)
    },
  }))

test('what is spent after a tightening is judged by it', () =>
  race({
    prepare: approved,
    runners: [(world) => world.spend('chk-1'), deny],
    judge: ({ said, log }) => {
      const inTime = seqOf(log, 'approval_spent') < seqOf(log, 'policy_changed')
      expect(said).toEqual([inTime ? 'done' : 'approval_voided', 'done'])
      expect(of(log, 'attempt_claimed')).toHaveLength(inTime ? 1 : 0)
    },
  }))

test('nobody approves what another one edits away', () =>
  race({
    prepare: (world) => world.hold(),
    runners: [(world) => world.review('chk-1', EDIT, { by: EVE }), (world) => world.approve('chk-1', { by: ROB })],
    judge: async ({ world, said }) => {
      const checkpoint = await world.checkpoint('chk-1')
      expect([checkpoint.revision, checkpoint.status, ...said]).toEqual(
        checkpoint.revision === 1 ? [1, 'approved', 'already_resolved', 'done'] : afterTheEdit(said),
      )
      for (const vote of checkpoint.votes) expect(vote.content_hash).toBe(checkpoint.content_hash)
    },
  }))

/** Whoever looked before the edit is told so; whoever looked after it approves what the edit made. */
function afterTheEdit(said: readonly string[]): readonly unknown[] {
  return said[1] === 'done' ? [2, 'approved', 'done', 'done'] : [2, 'pending', 'done', 'stale_content']
}

test('nothing passes behind the kill switch', () =>
  race({
    prepare: async () => {},
    runners: [
      (world) => world.ask({ tool: 'look', key: 'k' }),
      (world) => world.run(setKillSwitch, { by: ROB, scope: { of: 'all' }, on: true, reason: 'Fire.' }),
    ],
    judge: ({ said, log }) => {
      const inTime = seqOf(log, 'gate_decided') < seqOf(log, 'kill_switch_set')
      expect(said).toEqual([inTime ? 'done' : 'halted', 'done'])
      expect(of(log, 'attempt_claimed')).toHaveLength(inTime ? 1 : 0)
    },
  }))

test('a tightening of a parent reaches the gate of its child or comes after it', () =>
  race({
    prepare: (world) => world.start({ id: 'child', parent: 'job-1' }),
    runners: [
      (world) => world.ask({ job: 'child', tool: 'look' }),
      (world) =>
        world.run(changePolicy, {
          job: JOB,
          by: ADA,
          tenant: null,
          policy: aPolicy({ ...SENDS_ARE_HELD, rules: [rule('look', 'deny')] }),
        }),
    ],
    judge: ({ log }) => {
      const [decided] = log.filter((event) => event.type === 'gate_decided')
      const inTime = (decided?.seq ?? 0) < seqOf(log, 'policy_changed')
      expect(decided?.data.decision.verdict).toBe(inTime ? 'allow' : 'deny')
    },
  }))

test('a grant for one more time is used once', () =>
  race({
    prepare: async (world) => {
      await world.hold()
      await world.review('chk-1', { answer: 'approve', grant: { count: 1 } })
    },
    runners: [(world) => world.ask({ key: 'a' }), (world) => world.ask({ key: 'b' })],
    judge: ({ log }) => {
      expect(of(log, 'grant_used')).toHaveLength(1)
      expect(of(log, 'checkpoint_opened')).toHaveLength(2)
    },
  }))

test('a grant that was taken back is not used', () =>
  race({
    prepare: async (world) => {
      await world.hold()
      const { grant } = await world.review('chk-1', { answer: 'approve', grant: { count: 5 } })
      expect(grant).not.toBeNull()
    },
    runners: [
      (world) => world.ask(),
      async (world) => {
        const [minted] = await world.events('grant_minted')
        await world.run(revokeGrant, { grant: GrantId.parse(minted?.data.grant.id), by: EVE })
      },
    ],
    judge: ({ log }) => {
      const used = of(log, 'grant_used').length === 1
      expect(used).toBe(used && seqOf(log, 'grant_used') < seqOf(log, 'grant_revoked'))
      expect(of(log, 'checkpoint_opened')).toHaveLength(used ? 1 : 2)
    },
  }))

test('the same question under the same key opens one checkpoint', () =>
  race({
    prepare: async () => {},
    runners: [(world) => world.ask({ key: 'k' }), (world) => world.ask({ key: 'k' })],
    judge: ({ said, log }) => {
      expect(said).toEqual(['done', 'done'])
      expect(of(log, 'checkpoint_opened')).toHaveLength(1)
    },
  }))

test('a key is used for one question, also when one of two passes at once and the other is held', () =>
  race({
    prepare: async () => undefined,
    runners: [(world) => world.ask({ tool: 'look', key: 'k' }), (world) => world.hold({ key: 'k' })],
    judge: ({ said, log }) => {
      expect(said.toSorted()).toEqual(['done', 'key_reused'])
      const used = log.filter(({ type }) => type === 'attempt_claimed' || type === 'checkpoint_opened')
      expect(used).toHaveLength(1)
    },
  }))

test('an outcome is recorded or in doubt, never both', () =>
  race({
    prepare: (world) => world.ask({ tool: 'look', key: 'k', claim: { attempt: AttemptId.parse('att') } }),
    runners: [
      (world) =>
        world.run(recordAttempt, {
          tenant: LOCAL,
          attempt: AttemptId.parse('att'),
          by: SCOUT,
          session: 'session-1',
          status: 'succeeded',
          outcome: 1,
        }),
      (world) => world.run(doubtAttempt, { attempt: AttemptId.parse('att') }),
    ],
    judge: async ({ world, said, log }) => {
      expect(of(log, 'attempt_ended')).toHaveLength(1)
      const { status } = await world.row('attempts', 'att')
      expect(status).toBe(said[0] === 'done' ? 'succeeded' : 'in_doubt')
    },
  }))
