import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDesk } from '../../src/compose.ts'
import { verifyKeptRows } from '../../src/look-after.ts'
import { PersonId, type PullId } from '../../src/model/ids.ts'
import type { Desk } from '../../src/sdk/desk.ts'
import type { ReviewOptions } from '../../src/sdk/gate-options.ts'
import type { GivenReview } from '../../src/sdk/pull-desk.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'
import { git, ref } from './held-plan.ts'

/** Over before anybody looks. */
const AT_ONCE = { timeoutSeconds: 0.001 }

/** A quick machine asks, and looks again, within the same millisecond. */
const untilOver = () => setTimeout(5)

interface Given {
  readonly policy?: string
  readonly startedBy?: string
  readonly final?: boolean
}

/** A plan that is reviewed on certain terms, with Ada, Ben and Cat to review it. */
async function aPlan(review: ReviewOptions, { policy = 'jobs/guided', startedBy, final = false }: Given = {}) {
  const house = await aHouse()
  const [ben, cat] = [await comesIn(house, 'ben'), await comesIn(house, 'cat')]
  const leeway = await house.open({ policy, onHold: 'throw', ...(startedBy !== undefined && { startedBy }) })
  let terms = review
  const program = leeway.program(ref('work'), (job) => job.phase({ ...PLAN, ...terms, final }, plan))
  const run = await leeway.start(program, { key: 'a', input: null })
  if (review.timeoutSeconds === AT_ONCE.timeoutSeconds) await untilOver()
  const id = `${run.job}:phase-1-strategic` as PullId
  return {
    ...{ house, ada: house.desk, ben, cat, leeway, run, id },
    resume: () => leeway.resume(run.job),
    /** The same program, reviewed otherwise by now. */
    changed: (by: ReviewOptions) => {
      terms = by
      return leeway.resume(run.job)
    },
    view: () => house.desk.pulls.read(id),
    says: async (desk: Desk, answer: GivenReview['answer'], more: Partial<GivenReview> = {}) => {
      const { pull, checkpoint } = await desk.pulls.read(id)
      const about = { pull: id, head: pull.head, content_hash: checkpoint?.content_hash ?? '' }
      return desk.pulls.submit({ ...about, answer, text: answer === 'approve' ? '' : 'Louder.', ...more })
    },
  }
}

async function comesIn(house: House, name: string): Promise<Desk> {
  const token = await house.desk.addPerson({ id: PersonId.parse(name), role: 'reviewer', tenants: '*' })
  const desk = await openDesk({ root: house.root, credentials: async () => token })
  onTestFinished(() => desk.close())
  return desk
}

test('invariant 19: a plan that two have to approve is merged in the name of both, and not before', async () => {
  const { house, ada, ben, resume, view, says } = await aPlan({ quorum: 2 })
  expect(await says(ben, 'approve')).toMatchObject({ status: 'pending', missing: 1 })
  expect(await says(ben, 'approve')).toMatchObject({ status: 'pending', missing: 1 })
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(git(house, 'log', '--format=%s', 'main')).toBe('Begin\n')
  expect(await view()).toMatchObject({ approved_by: ['ben'], checkpoint: { terms: { quorum: 2 } } })
  expect(await says(ada, 'approve')).toMatchObject({ status: 'approved' })
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
  expect(git(house, 'log', '-1', '--format=%b', 'main')).toMatch(/Reviewed-by: ben\nReviewed-by: ada/)
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('what is shown as approved is what the engine counts: not the vote of somebody who was let go', async () => {
  const { ada, ben, cat, view, says } = await aPlan({ quorum: 2 })
  await says(ben, 'approve')
  await ada.revokePerson(PersonId.parse('ben'))
  expect(await view()).toMatchObject({ approved_by: [], checkpoint: { votes: [{ by: 'ben' }] } })
  expect((await ada.checkpoints()).rows).toMatchObject([{ approved_by: [] }])
  expect(await says(cat, 'approve')).toMatchObject({ status: 'pending', missing: 1 })
  expect((await ada.checkpoints()).rows).toMatchObject([{ approved_by: ['cat'] }])
})

test('only those who are named decide', async () => {
  const { ada, ben, says, view } = await aPlan({ approvers: ['ben'] })
  await expect(says(ada, 'approve')).rejects.toMatchObject({ code: 'not_authorised' })
  expect((await view()).approvers).toEqual(['ben'])
  expect(await says(ben, 'approve')).toMatchObject({ status: 'approved' })
})

test('invariant 12: the next round is reviewed on the same terms, from the beginning', async () => {
  const { ada, ben, cat, resume, view, says } = await aPlan({
    ...{ quorum: 2, approvers: ['ben', 'cat'], timeoutSeconds: 3600 },
  })
  await says(ben, 'approve')
  await says(cat, 'request_changes')
  expect(await view()).toMatchObject({ checkpoint: { deadline: null } })
  expect(await resume()).toMatchObject({ status: 'held' })
  const second = await view()
  expect(second).toMatchObject({ pull: { round: 2 }, approved_by: [], approvers: ['ben', 'cat'] })
  expect(second.checkpoint).toMatchObject({ terms: { quorum: 2, approvers: ['ben', 'cat'] } })
  expect(Date.parse(second.checkpoint?.deadline ?? '')).toBeGreaterThan(Date.now() + 3_500_000)
  await expect(says(ada, 'approve')).rejects.toMatchObject({ code: 'not_authorised' })
  expect(await says(ben, 'approve')).toMatchObject({ status: 'pending', missing: 1 })
  expect(await says(cat, 'approve')).toMatchObject({ status: 'approved' })
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
})

test('invariant 18: a push voids the votes for what was there, and its author is none of the two', async () => {
  const { ada, ben, cat, view, says, id } = await aPlan({ quorum: 2 })
  await says(ben, 'approve')
  await cat.pulls.commit({ pull: id, head: (await view()).pull.head, changes: { 'plan.md': 'mine\n' } })
  expect(await view()).toMatchObject({ approved_by: [], checkpoint: { terms: { quorum: 2 } } })
  await expect(says(cat, 'approve')).rejects.toMatchObject({ code: 'self_approval' })
  expect(await says(ben, 'approve')).toMatchObject({ missing: 1 })
  expect(await says(ada, 'approve')).toMatchObject({ status: 'approved' })
})

test('invariant 26: where main moves after both have approved, both are asked again', async () => {
  const { house, ada, ben, run, resume, view, says } = await aPlan({ quorum: 2 })
  await says(ben, 'approve')
  const tip = git(house, 'rev-parse', 'main').trim()
  const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.org']
  const moved = git(house, ...identity, 'commit-tree', `${tip}^{tree}`, '-p', tip, '-m', 'Elsewhere').trim()
  git(house, 'update-ref', 'refs/heads/main', moved)
  await says(ada, 'approve')
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(await view()).toMatchObject({ approved_by: [], checkpoint: { status: 'pending', terms: { quorum: 2 } } })
  await says(ben, 'approve')
  await says(ada, 'approve')
  expect(await resume()).toMatchObject({ status: 'completed', job: run.job, result: { outcome: 'merged' } })
})

test('invariant 20: a phase that can not be undone is approved with a proof of presence', async () => {
  const { ada, resume, says } = await aPlan({ irreversible: true })
  await ada.setPassphrase('correct horse')
  await expect(says(ada, 'approve')).rejects.toMatchObject({ code: 'step_up_needed' })
  expect(await says(ada, 'approve', { passphrase: 'correct horse' })).toMatchObject({ status: 'approved' })
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
})

test('whoever started the work approves it only where somebody works alone and said so', async () => {
  const { ada, says } = await aPlan({}, { startedBy: 'ada' })
  await expect(says(ada, 'approve')).rejects.toMatchObject({ code: 'self_approval' })
  await ada.setSolo(true)
  expect(await says(ada, 'approve')).toMatchObject({ status: 'approved' })
})

test('a phase is reviewed on the terms that were said when it began', async () => {
  const house = await aHouse()
  const leeway = await house.open({ policy: 'jobs/guided' })
  const terms = { ...PLAN, quorum: 2, approvers: ['ada', 'ben'] }
  const program = leeway.program(ref('work'), (job) =>
    job.phase(terms, (at, ...more) => {
      terms.quorum = 1
      terms.approvers[0] = 'eve'
      return plan(at, ...more)
    }),
  )
  await leeway.start(program, { key: 'a', input: null })
  const [checkpoint] = (await house.desk.checkpoints()).rows
  expect(checkpoint?.terms).toMatchObject({ quorum: 2, approvers: ['ada', 'ben'] })
})

test('the end of a job is asked about on the same terms', async () => {
  const { ada, ben, resume, view, says } = await aPlan({ quorum: 2 }, { policy: 'jobs/review', final: true })
  expect(await view()).toMatchObject({ checkpoint: { gate: { kind: 'completion' }, terms: { quorum: 2 } } })
  await says(ben, 'approve')
  await says(ada, 'approve')
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
})

test('where the policy lets a phase pass nobody is asked, whatever its terms', async () => {
  const { house, run } = await aPlan({ quorum: 2, ...AT_ONCE }, { policy: 'jobs/full' })
  expect(run).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: null } })
  expect(await house.log('checkpoint_opened')).toEqual([])
})

test('invariant 11: what nobody answers in time is closed and told as expired, and the phase can be entered again', async () => {
  const { house, leeway, run, resume, view } = await aPlan({ ...AT_ONCE, onTimeout: { do: 'deny' } })
  expect(await view()).toMatchObject({ pull: { status: 'closed' }, checkpoint: { status: 'expired' } })
  expect((await house.log('pull_closed')).map(({ actor, data }) => [actor.kind, data.reason])).toEqual([
    ['system', expect.stringMatching(/^Nobody answered by 20/)],
  ])
  const reason = expect.stringMatching(/^Nobody answered by 20/)
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'expired', reason } })
  expect(git(house, 'log', '--format=%s', 'main')).toBe('Begin\n')
  expect(git(house, 'branch', '--format=%(refname:short)').trim()).toBe('main')
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
  const again = leeway.program(ref('again'), async (job) => {
    const first = await job.phase({ ...PLAN, ...AT_ONCE, onTimeout: { do: 'deny' } }, plan)
    return first.outcome === 'expired' ? job.phase(PLAN, plan) : first
  })
  const second = await leeway.start(again, { key: 'b', input: null })
  await untilOver()
  await house.desk.checkpoints()
  expect(await leeway.resume(second.job)).toMatchObject({ status: 'held' })
  expect((await house.desk.pulls.list({ job: second.job })).rows).toMatchObject([{ branch: 'phase-1-strategic-rev-2' }])
  expect(run.job).not.toBe(second.job)
})

test('invariant 11: an answer that comes too late decides nothing, and is told why', async () => {
  const { house, ada, id } = await aPlan({ timeoutSeconds: 0.3, onTimeout: { do: 'deny' } })
  const { pull, checkpoint } = await ada.pulls.read(id)
  await setTimeout(350)
  const about = { pull: id, head: pull.head, content_hash: checkpoint?.content_hash ?? '' }
  await expect(ada.pulls.submit({ ...about, answer: 'approve' })).rejects.toMatchObject({ code: 'expired' })
  expect((await house.store.get('pulls', id))?.row.status).toBe('closed')
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test.for(['read', 'list'] as const)(
  'what has run out is not shown as open where nobody keeps the house: %s',
  async (how) => {
    const { ada, leeway, id } = await aPlan({ timeoutSeconds: 0.5, onTimeout: { do: 'deny' } })
    await leeway.close()
    await setTimeout(550)
    const shown = how === 'read' ? [(await ada.pulls.read(id)).pull] : (await ada.pulls.list()).rows
    expect(shown.filter(({ status }) => status === 'open')).toEqual([])
  },
)

test('what goes on waiting can still be approved', async () => {
  const { ada, resume, view, says } = await aPlan({ ...AT_ONCE, onTimeout: { do: 'wait' } })
  const { pull, checkpoint } = await view()
  expect({ pull, checkpoint }).toMatchObject({
    ...{ pull: { status: 'open' }, checkpoint: { status: 'pending', deadline: null } },
  })
  // It has been late since its deadline, and not since somebody looked.
  const since = Date.parse(checkpoint?.late_since ?? '') - Date.parse(checkpoint?.opened_at ?? '')
  expect(since).toBe((AT_ONCE.timeoutSeconds ?? 0) * 1000)
  await says(ada, 'approve')
  expect(await resume()).toMatchObject({ result: { outcome: 'merged' } })
})

// biome-ignore format: a table
const OTHERS: readonly (readonly [how: 'escalate' | 'fallback', may: readonly string[], first: object])[] = [
  ['escalate', ['ben', 'cat'], { status: 'approved' }],
  ['fallback', ['cat'],        { code: 'not_authorised' }],
]

test.for(OTHERS)('others decide once nobody has answered: %s', async ([how, may, first]) => {
  const terms = { approvers: ['ben'], ...AT_ONCE, onTimeout: { do: how, to: ['cat'] } } as const
  const { ben, cat, view, says } = await aPlan(terms)
  expect((await view()).approvers).toEqual(may)
  expect(await says(how === 'escalate' ? cat : ben, 'approve').catch((error) => error)).toMatchObject(first)
})

test('what is parked is asked about again once a person has resumed the job, with the work as it was', async () => {
  const { house, ada, run, resume, view, says } = await aPlan({ timeoutSeconds: 0.5, onTimeout: { do: 'park' } })
  const before = await view()
  await setTimeout(550)
  expect(await view()).toMatchObject({
    pull: { status: 'open' },
    checkpoint: { status: 'expired' },
    job_status: 'stopped',
  })
  expect(await resume()).toMatchObject({ status: 'stopped' })
  await ada.resume(run.job, 'Back from lunch.')
  expect(await resume()).toMatchObject({ status: 'held' })
  const again = await view()
  expect(again.pull).toMatchObject({ head: before.pull.head, round: 1, status: 'open' })
  expect(again.checkpoint).toMatchObject({ status: 'pending', terms: { on_timeout: { do: 'park' } } })
  expect(again.checkpoint?.id).not.toBe(before.checkpoint?.id)
  await says(ada, 'approve')
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('an agent that waits in process is told that nobody answered', async () => {
  const house = await aHouse()
  const leeway = await house.open({ policy: 'jobs/guided' })
  const terms = { timeoutSeconds: 0.2, onTimeout: { do: 'deny' } } as const
  const program = leeway.program(ref('work'), (job) => job.phase({ ...PLAN, ...terms }, plan))
  const run = await leeway.start(program, { key: 'a', input: null, onHold: 'wait' })
  expect(run).toMatchObject({ status: 'completed', result: { outcome: 'expired' } })
})

test('an agent that waits in process is stopped with its job where that is parked, and goes on from there', async () => {
  const house = await aHouse()
  const leeway = await house.open({ policy: 'jobs/guided' })
  const terms = { timeoutSeconds: 0.2, onTimeout: { do: 'park' } } as const
  const program = leeway.program(ref('work'), (job) => job.phase({ ...PLAN, ...terms }, plan))
  const run = await leeway.start(program, { key: 'a', input: null, onHold: 'wait' })
  expect(run).toMatchObject({ status: 'stopped' })
  await house.desk.resume(run.job, 'Back from lunch.')
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
})

// biome-ignore format: a table
const OTHER: readonly (readonly [what: string, before: ReviewOptions, after: ReviewOptions, words: RegExp])[] = [
  ['quorum',          { quorum: 2 },          { quorum: 1 },          /asked with quorum 2; by now it is asked with quorum 1\./],
  ['approvers',       { approvers: ['ben'] }, {},                     /approvers \["ben"\]; by now it is asked with approvers \[\]\./],
  ['what silence does', {},                   { timeoutSeconds: 60, onTimeout: { do: 'deny' } }, /on_timeout \{"do":"wait"\}; .* on_timeout \{"do":"deny"\}\./],
  ['irreversible',    { irreversible: true }, {},                     /irreversible true; .* irreversible false\./],
]

test.for(OTHER)(
  'a program that asks for another %s than people were asked with stops, and nothing is changed',
  async ([, before, after, words]) => {
    const { ben, changed, run, says, view } = await aPlan(before)
    await says(ben, 'request_changes')
    const asked = (await view()).checkpoint
    await expect(changed(after)).rejects.toMatchObject({
      ...{ code: 'program_changed', message: expect.stringMatching(words) },
      details: { call: expect.stringContaining('phase-1-strategic') },
    })
    expect((await view()).checkpoint).toEqual(asked)
    expect(await changed(before)).toMatchObject({ status: 'held', job: run.job })
  },
)

test('a deadline that is worked out anew each time, or the same people in another order, are the same question', async () => {
  const { ben, changed, says, view } = await aPlan({ approvers: ['ben', 'cat'], timeoutSeconds: 3600 })
  await says(ben, 'request_changes')
  expect(await changed({ approvers: ['cat', 'ben'], timeoutSeconds: 3599 })).toMatchObject({ status: 'held' })
  expect(await view()).toMatchObject({ pull: { round: 2 } })
})

test('a gate of a program is known by its terms too', async () => {
  const house = await aHouse()
  const leeway = await house.open({ policy: 'workers/manual', onHold: 'throw' })
  let quorum = 2
  const program = leeway.program(ref('work'), (job) =>
    job.gate({ kind: 'checkpoint', type: 'deliverable' }, { quorum }),
  )
  const { job } = await leeway.start(program, { key: 'a', input: null })
  quorum = 1
  await house.answerAll({ answer: 'reject', reason: 'No.' })
  await expect(leeway.resume(job)).rejects.toMatchObject({ code: 'program_changed' })
})

// biome-ignore format: a table
const UNFIT: readonly (readonly [terms: object, words: RegExp])[] = [
  [{ quorum: 3, approvers: ['ben', 'cat'] }, /Only ben, cat may approve, so a quorum of 3 is never reached\. Name more people/],
  [{ quorum: 0 },                            /quorum|>=1|Too small/i],
  [{ quorom: 2 },                            /phase takes no option "quorom"\. .*"quorum"/],
  [{ onTimeout: { do: 'deny' } },            /Nothing says how long people have, so "deny" never happens\. Say it \(timeoutSeconds/],
  [{ approvers: ['Ben and Cat'] },           /An approver is the name of a person/],
]

test.for(UNFIT)('terms that could never be met are refused before any work is done: %j', async ([terms, words]) => {
  const house = await aHouse()
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  let times = 0
  const program = leeway.program(ref('work'), (job) =>
    job.phase({ ...PLAN, ...terms }, async () => {
      times++
      return {}
    }),
  )
  const run = await leeway.start(program, { key: 'a', input: null })
  expect(run).toMatchObject({ status: 'failed', error: { message: expect.stringMatching(words) } })
  expect(times).toBe(0)
})

test('a quorum of more than are named can be reached where others come in after a while', async () => {
  const { run } = await aPlan({
    quorum: 2,
    approvers: ['ben'],
    timeoutSeconds: 60,
    onTimeout: { do: 'escalate', to: ['cat'] },
  })
  expect(run).toMatchObject({ status: 'held' })
})
