import { expect, test } from 'vitest'
import { Gate } from '../../model/gate.ts'
import { JobId, PersonId, PullId, TenantId } from '../../model/ids.ts'
import { ADA, aPerson, person, VIC } from '../../testing/builders.ts'
import { aDraft, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { enrolPerson } from '../enrol-person.ts'
import { pullContent } from './pull-state.ts'

async function aPullWorld(): Promise<PullWorld> {
  return new PullWorld(await aWorld({ policy: 'jobs/guided' }))
}

test('invariant 34: who may not see a pull request is told the same as where there is none', async () => {
  const pulls = await aPullWorld()
  const ole = aPerson({ id: PersonId.parse('ole'), tenants: [TenantId.parse('other')] })
  await pulls.world.run(enrolPerson, { by: ADA, person: ole, change: false })
  const by = person('ole')
  const { id } = await pulls.open()
  const absent = PullId.parse('job-1:phase-9')
  const word = async (tried: Promise<unknown>, pull = id) =>
    tried.then(
      () => 'done',
      (error: Error) => error.message.replace(pull, '…'),
    )
  const nothing = 'There is no pull request …, or it is not yours to see.'
  expect(await word(pulls.submit('comment', { by, pull: absent }), absent)).toBe(nothing)
  // Before anybody is asked about it, while people are, with an old commit on the screen, and of a thread that is not there.
  expect(await word(pulls.submit('comment', { by }))).toBe(nothing)
  await pulls.hold(await pulls.pull())
  expect(await word(pulls.submit('comment', { by, text: 'Hm.' }))).toBe(nothing)
  expect(await word(pulls.submit('comment', { by, text: 'Hm.', head: 'old' }))).toBe(nothing)
  expect(await word(pulls.say('t1', { do: 'resolve' }, by))).toBe(nothing)
  await pulls.submit('comment', { threads: [aDraft('t1')] })
  expect(await word(pulls.say('t1', { do: 'resolve' }, by))).toBe(nothing)
})

test('who may only look says nothing', async () => {
  const pulls = await aPullWorld()
  await pulls.held()
  await pulls.submit('comment', { threads: [aDraft('t1')] })
  await expect(pulls.say('t1', { do: 'resolve' }, VIC)).rejects.toThrow('vic may look at')
  await expect(pulls.submit('comment', { by: VIC, text: 'Hm.' })).rejects.toThrow('vic may look at')
})

test('before anybody is asked there is no review to submit, and after its end neither', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/full' }))
  await pulls.open()
  await expect(pulls.submit('comment', { text: 'Hm.' })).rejects.toMatchObject({ code: 'not_asked' })
  await pulls.claim()
  await expect(pulls.submit('comment', { text: 'Hm.' })).rejects.toMatchObject({
    code: 'pull_merging',
    details: { next: 'To keep it from being merged, cancel its job: leeway cancel job-1' },
  })
  await pulls.merged()
  await expect(pulls.submit('comment', { text: 'Hm.' })).rejects.toMatchObject({ code: 'pull_ended' })
})

test('invariant 34: a job asks about its own pull requests alone', async () => {
  const pulls = await aPullWorld()
  const pull = await pulls.open()
  await pulls.world.start({ id: 'job-2', policy: 'jobs/guided' })
  const [gate] = pull.gates
  const content = pullContent(pull, gate!)
  const asks = [
    pulls.world.ask({ job: 'job-2', gate: gate!, content, pull: pull.id }),
    pulls.world.ask({ gate: gate!, content, pull: PullId.parse('job-1:phase-9') }),
  ]
  for (const asked of asks) await expect(asked).rejects.toMatchObject({ code: 'not_found' })
})

test('invariant 34: a job pushes to its own pull requests alone', async () => {
  const pulls = await aPullWorld()
  await pulls.held()
  for (const given of [{ tenant: TenantId.parse('other') }, { job: JobId.parse('job-2') }]) {
    await expect(pulls.push('2', given)).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(pulls.push('2', { pull: PullId.parse('job-1:phase-9') })).rejects.toMatchObject({ code: 'not_found' })
  expect(await pulls.pull()).toMatchObject({ round: 1 })
})

test('an agent puts no easier question beside its own', async () => {
  const pulls = await aPullWorld()
  const own = Gate.parse({ kind: 'phase', phase: 'strategic', number: 1 })
  for (const other of [
    { kind: 'checkpoint', type: 'nothing' },
    { kind: 'phase', phase: 'strategic', number: 2 },
  ]) {
    await expect(pulls.open({ gates: [own, Gate.parse(other)] })).rejects.toMatchObject({ code: 'invalid_input' })
  }
  expect(await pulls.open({ gates: [own, Gate.parse({ kind: 'completion' })] })).toMatchObject({ status: 'open' })
})

test('what stands in the way is counted', async () => {
  const pulls = await aPullWorld()
  await pulls.held()
  await pulls.submit('comment', { threads: [aDraft('t1')] })
  await expect(pulls.submit('approve')).rejects.toThrow('One blocking thread of job-1:phase-1-strategic has to')
  await pulls.submit('comment', { threads: [aDraft('t2')] })
  await expect(pulls.submit('approve')).rejects.toThrow('2 blocking threads of job-1:phase-1-strategic have to')
  for (const id of ['t1', 't2']) await pulls.say(id, { do: 'resolve' })
  await pulls.submit('approve', { threads: [aDraft('t3', { kind: 'nit' }), aDraft('t4', { kind: 'nit' })] })
  await expect(pulls.claim()).rejects.toThrow('2 comments on job-1:phase-1-strategic have to be answered')
})

test('a phase that is the last one is asked about as both in every round', async () => {
  const pulls = await aPullWorld()
  const gates = [Gate.parse({ kind: 'phase', phase: 'strategic', number: 1 }), Gate.parse({ kind: 'completion' })]
  await pulls.held({ gates })
  await pulls.submit('request_changes', { text: 'Louder.' })
  expect(await pulls.push('2')).toMatchObject({ round: 2, gates: [{ kind: 'phase' }, { kind: 'completion' }] })
  const fewer = pulls.push('3', { gates: gates.slice(0, 1) })
  await expect(fewer).rejects.toMatchObject({ code: 'invalid_input', problems: [{ path: '/gates' }] })
})

test('of what blocks five are named, each by its id', async () => {
  const pulls = await aPullWorld()
  await pulls.held()
  const ids = ['t1', 't2', 't3', 't4', 't5', 't6']
  await pulls.submit('comment', { threads: ids.map((id) => aDraft(id)) })
  await expect(pulls.submit('approve')).rejects.toThrow(
    '6 blocking threads of job-1:phase-1-strategic have to be resolved first: t1, t2, t3, t4, t5.',
  )
})
