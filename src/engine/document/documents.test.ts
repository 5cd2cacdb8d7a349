import { describe, expect, test } from 'vitest'
import type { Actor } from '../../model/actor.ts'
import { DOCUMENT_LIMITS } from '../../model/document-limits.ts'
import { JobId, PersonId, TenantId } from '../../model/ids.ts'
import { A_SECRET, ADA, aPerson, EVE, person, ROB, SCOUT, VIC } from '../../testing/builders.ts'
import { oid, PullWorld } from '../../testing/pull-world.ts'
import { aWorld, type World } from '../../testing/world.ts'
import { cancelJob } from '../cancel-job.ts'
import { enrolPerson } from '../enrol-person.ts'
import { closePull } from '../pull/close-pull.ts'
import { type AddDocuments, addDocuments } from './add-documents.ts'
import { joinDocuments } from './join-documents.ts'
import { sendDocuments } from './send-documents.ts'

const JOB = JobId.parse('job-1')
const BRANCH = 'phase-1-strategic'
const MB = 1024 * 1024
const { ofJob, ever } = DOCUMENT_LIMITS

const aDocument = (name = 'plan.pdf', sha256 = `sha-of-${name}`, size = 10) => ({ name, sha256, size })

const add = (world: World, given: Partial<AddDocuments> = {}) =>
  world.run(addDocuments, {
    ...{ job: JOB, by: ROB, given: [aDocument()], commit: oid('d1'), replace: false, ...given },
  })

const named = (commit: string, ...names: readonly string[]) => names.map((name) => ({ name, commit: oid(commit) }))

const send = (world: World, documents = named('d1', 'plan.pdf'), branch = BRANCH) =>
  world.run(sendDocuments, { job: JOB, by: SCOUT, branch, documents })

const join = (world: World, joined = named('d1', 'plan.pdf'), branch = BRANCH) =>
  world.run(joinDocuments, { job: JOB, by: SCOUT, branch, joined })

const rowOf = (world: World) => world.row('documents', 'job-1')

test('a document is written down with its giver, and given again as it is nothing happens', async () => {
  const world = await aWorld()
  const kept = [{ ...aDocument(), commit: oid('d1'), by: 'rob', at: world.at(0), branch: null }]
  expect(await add(world)).toEqual(kept)
  expect(await add(world, { by: EVE, commit: oid('d2') })).toEqual(kept)
  expect(await world.events('documents_uploaded')).toHaveLength(1)
  expect(await rowOf(world)).toMatchObject({ documents: kept, ever: { documents: 1, bytes: 10 } })
})

test.for<[string, Actor, string]>([
  ['an agent', SCOUT, 'actor_not_human'],
  ['an agent under a person’s name', { kind: 'agent', id: 'rob' }, 'actor_not_human'],
  ['a viewer', VIC, 'not_authorised'],
  ['nobody known', person('nobody'), 'not_found'],
  ['somebody of another tenant', person('ole'), 'not_found'],
])('%s gives a job nothing: %2$s', async ([, by, code]) => {
  const world = await aWorld()
  const ole = aPerson({ id: PersonId.parse('ole'), tenants: [TenantId.parse('other')] })
  await world.run(enrolPerson, { by: ADA, person: ole, change: false })
  await expect(add(world, { by })).rejects.toMatchObject({ code })
  expect(await world.events('documents_uploaded')).toEqual([])
})

test('a job that is not there, or has ended, is given nothing', async () => {
  const world = await aWorld()
  await expect(add(world, { job: JobId.parse('job-9') })).rejects.toMatchObject({ code: 'not_found' })
  await world.run(cancelJob, { job: JOB, by: ADA, tenant: null, reason: 'Enough.' })
  await expect(add(world)).rejects.toMatchObject({ code: 'job_ended' })
})

test('invariant 33: no literal secret is the name of a document', async () => {
  const world = await aWorld()
  await expect(add(world, { given: [aDocument(A_SECRET)] })).rejects.toMatchObject({ code: 'literal_secret' })
})

test('what has the same name and says something else takes the place only of whoever says so', async () => {
  const world = await aWorld()
  await add(world)
  const other = { by: EVE, given: [aDocument('plan.pdf', 'other', 5)], commit: oid('d2') }
  await expect(add(world, other)).rejects.toThrow('The job has another document "plan.pdf", from rob.')
  expect(await add(world, { ...other, replace: true })).toMatchObject([{ sha256: 'other', by: 'eve' }])
  expect(await rowOf(world)).toMatchObject({ ever: { documents: 2, bytes: 15 } })
})

test('names that some computers take for the same are not given beside each other, replaced or not', async () => {
  const world = await aWorld()
  const both = [aDocument('Plan.pdf'), aDocument('notes.md'), aDocument('plan.PDF')]
  await expect(add(world, { given: both })).rejects.toThrow('"Plan.pdf", which is given with it')
  await add(world, { given: [aDocument('notes.md'), aDocument()] })
  for (const replace of [true, false]) {
    const alike = add(world, { given: [aDocument('PLAN.pdf')], replace })
    await expect(alike).rejects.toThrow('"plan.pdf", which the job has')
  }
})

test('documents stand in the order of their names, those that were there before too', async () => {
  const world = await aWorld()
  await add(world, { given: [aDocument('b'), aDocument('d')] })
  const all = await add(world, { given: [aDocument('c'), aDocument('a')] })
  expect(all.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
})

test('invariant 21: a job has so many documents, of so many bytes, and no more', async () => {
  const many = Array.from({ length: ofJob.documents }, (_, at) => aDocument(`d-${at}`))
  const one = await aWorld()
  await add(one, { given: many })
  const more = add(one, { given: [aDocument('more')] })
  await expect(more).rejects.toThrow(`this would make ${ofJob.documents + 1} of 0.0 MB`)
  const other = await aWorld()
  await add(other, { given: [aDocument('large', 'x', ofJob.bytes - 1), aDocument('small', 'x', 1)] })
  const larger = add(other, { given: [aDocument('larger', 'x', MB)] })
  await expect(larger).rejects.toMatchObject({ code: 'too_many_documents' })
})

test('invariant 21: what is replaced counts as given for ever', async () => {
  const world = await aWorld()
  const large = (at: number) => ({ given: [aDocument('large', `v-${at}`, ofJob.bytes)], replace: true })
  const most = Math.floor(ever.bytes / ofJob.bytes)
  for (let at = 1; at <= most; at++) await add(world, large(at))
  await expect(add(world, large(most + 1))).rejects.toThrow('over time, because those that are replaced are kept')

  const others = await aWorld()
  const version = (at: number) =>
    Array.from({ length: ofJob.documents }, (_, number) => aDocument(`d-${number}`, `v-${at}`, 0))
  for (let at = 1; at <= Math.floor(ever.documents / ofJob.documents); at++) {
    await add(others, { given: version(at), replace: true })
  }
  await expect(add(others, { given: version(0), replace: true })).rejects.toMatchObject({ code: 'too_many_documents' })
})

test('invariant 18: whoever gave what is put on a branch has a part in what is reviewed there', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  const { world } = pulls
  await add(world)
  await add(world, { by: EVE, given: [aDocument('notes.md')], commit: oid('d2') })
  await send(world, named('d2', 'notes.md'), 'phase-2-tactical')
  await send(world)
  expect(await pulls.open()).toMatchObject({ pushed_by: ['rob'] })
  await send(world, [...named('d1', 'plan.pdf'), ...named('d2', 'notes.md')])
  expect(await pulls.pull()).toMatchObject({ pushed_by: ['rob', 'eve'] })
})

test('what is sent is written down once for each branch, its bytes and its giver', async () => {
  const world = await aWorld()
  await add(world)
  for (const _time of [1, 2]) await send(world)
  await send(world, undefined, 'phase-2-tactical')
  await join(world)
  await add(world, { by: EVE, given: [aDocument('plan.pdf', 'other')], commit: oid('d2'), replace: true })
  await send(world, named('d2', 'plan.pdf'))
  await add(world, { by: ADA, given: [aDocument('copy.pdf', 'other')], commit: oid('d3') })
  await send(world, named('d3', 'copy.pdf'))
  expect((await rowOf(world)).sent.map(({ branch, name, by }) => `${branch} ${name} ${by}`)).toEqual([
    'phase-1-strategic plan.pdf rob',
    'phase-2-tactical plan.pdf rob',
    'phase-1-strategic plan.pdf eve',
    // Whose bytes hers have replaced before a branch had them.
    'phase-1-strategic plan.pdf rob',
    'phase-1-strategic copy.pdf ada',
  ])
})

describe('whoever gave what was replaced', () => {
  const version = (by: Actor, commit: string, name = 'plan.pdf') => ({
    ...{ by, given: [aDocument(name, `of-${by.id}-${commit}`)], commit: oid(commit), replace: true },
  })
  const before = async (world: World) => (await rowOf(world)).documents.map((one) => [one.name, one.by, one.before])

  test('invariant 18: before it was on a branch has a part in what takes its place', async () => {
    const world = await aWorld()
    await add(world, version(ROB, 'd1'))
    await add(world, version(EVE, 'd2', 'notes.md'))
    await add(world, version(EVE, 'd3'))
    await add(world, version(ADA, 'd4'))
    expect(await before(world)).toEqual([
      ['notes.md', 'eve', undefined],
      ['plan.pdf', 'ada', ['rob', 'eve']],
    ])
    await send(world, named('d4', 'plan.pdf'))
    expect((await rowOf(world)).sent.map(({ by }) => by)).toEqual(['ada', 'rob', 'eve'])
  })

  test('is named once, and not beside their own', async () => {
    const world = await aWorld()
    for (const [at, by] of [ROB, EVE, ROB, EVE].entries()) await add(world, version(by, `d${at}`))
    expect(await before(world)).toEqual([['plan.pdf', 'eve', ['rob']]])
    await add(world, version(EVE, 'd5'))
    expect(await before(world)).toEqual([['plan.pdf', 'eve', ['rob']]])
  })

  test.for(['open', 'closed', 'merged'] as const)('on a branch whose work is %s by now', async (status) => {
    const pulls = new PullWorld(await aWorld({ policy: 'jobs/full' }))
    const { world } = pulls
    const pull = await pulls.open()
    await add(world)
    await join(world)
    if (status === 'closed') await world.run(closePull, { job: JOB, pull: pull.id, by: SCOUT, reason: 'Given up.' })
    if (status === 'merged') {
      await pulls.claim()
      await pulls.merged()
    }
    await add(world, version(EVE, 'd2'))
    // What is on `main` was approved with their part in it; the agent takes everything else that it has read along.
    expect(await before(world)).toEqual([['plan.pdf', 'eve', status === 'merged' ? undefined : ['rob']]])
  })
})

test('the same bytes of somebody else are theirs, too', async () => {
  const world = await aWorld()
  await add(world)
  await send(world)
  await add(world, { given: [aDocument('plan.pdf', 'other')], commit: oid('d2'), replace: true })
  await add(world, { by: EVE, commit: oid('d3'), replace: true })
  await send(world, named('d3', 'plan.pdf'))
  expect((await rowOf(world)).sent.map(({ by }) => by)).toEqual(['rob', 'eve'])
})

test.for([
  ['was replaced meanwhile', named('d1', 'plan.pdf')],
  ['is another document', named('d2', 'notes.md')],
] as const)('what %s is not sent', async ([, documents]) => {
  const world = await aWorld()
  await expect(send(world)).rejects.toMatchObject({ code: 'head_moved' })
  await add(world)
  await add(world, { by: EVE, given: [aDocument('plan.pdf', 'other')], commit: oid('d2'), replace: true })
  await expect(send(world, documents)).rejects.toMatchObject({ code: 'head_moved' })
  expect(await world.events('documents_sent')).toEqual([])
})

test('what has joined a branch is written down once, and what was replaced meanwhile has not', async () => {
  const world = await aWorld()
  await join(world)
  await add(world, { given: [aDocument(), aDocument('notes.md')] })
  await join(world)
  await join(world)
  await join(world, named('d9', 'notes.md'))
  expect((await rowOf(world)).documents.map(({ name, branch }) => [name, branch])).toEqual([
    ['notes.md', null],
    ['plan.pdf', BRANCH],
  ])
  await join(world, named('d1', 'plan.pdf', 'notes.md'))
  expect((await world.events('documents_joined')).map(({ data }) => data.names)).toEqual([['plan.pdf'], ['notes.md']])
  await join(world, undefined, 'phase-2-tactical')
  expect((await rowOf(world)).documents.at(-1)).toMatchObject({ branch: 'phase-2-tactical' })
})
