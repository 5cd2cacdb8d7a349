import { describe, expect, test } from 'vitest'
import type { Actor } from '../model/actor.ts'
import { GrantId, PersonId, TenantId } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import { A_SECRET, ADA, aPerson, EVE, person, ROB, SCOUT, VIC } from '../testing/builders.ts'
import { aWorld, World } from '../testing/world.ts'
import { enrolPerson } from './enrol-person.ts'
import type { HaltScope } from './event.ts'
import { revokeGrant } from './revoke-grant.ts'
import { revokePerson } from './revoke-person.ts'
import { setKillSwitch } from './set-kill-switch.ts'
import { setSolo } from './set-solo.ts'

const named = (id: string, given: Partial<Person> = {}) => aPerson({ id: PersonId.parse(id), ...given })
const enrol = (world: World, who: Person, by: Actor = ADA) => world.run(enrolPerson, { by, person: who, change: false })
const change = (world: World, who: Person, by: Actor = ADA) => world.run(enrolPerson, { by, person: who, change: true })

describe('the first to join', () => {
  test('is the administrator, by their own hand', async () => {
    const world = await World.over()
    const ada = named('ada', { role: 'admin' })
    await expect(enrol(world, named('ada', { role: 'reviewer' }))).rejects.toMatchObject({ code: 'not_authorised' })
    await expect(enrol(world, ada, ROB)).rejects.toMatchObject({ code: 'not_authorised' })
    await expect(enrol(world, ada, { kind: 'agent', id: 'ada' })).rejects.toMatchObject({ code: 'actor_not_human' })
    expect(await enrol(world, ada)).toEqual(ada)
    expect(await world.row('people', 'ada')).toEqual(ada)
  })

  test('is one alone, also when two try at once', async () => {
    const world = await World.over()
    const results = await Promise.allSettled([
      enrol(world, named('ada', { role: 'admin' })),
      enrol(world, named('eve', { role: 'admin' }), EVE),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('joining later', () => {
  test.for([ROB, VIC, SCOUT, person('nobody'), { kind: 'system', id: 'ada' }] as const)(
    'is not for %j to say',
    async (by) => {
      const world = await aWorld()
      const refused = by.kind === 'person' ? 'not_authorised' : 'actor_not_human'
      await expect(enrol(world, named('sue'), by)).rejects.toMatchObject({ code: refused })
    },
  )

  test('happens once; a change has to be meant', async () => {
    const world = await aWorld()
    await enrol(world, named('sue'))
    await expect(enrol(world, named('sue', { role: 'admin' }))).rejects.toMatchObject({ code: 'id_taken' })
    await change(world, named('sue', { role: 'admin' }), ADA)
    expect(await world.row('people', 'sue')).toMatchObject({ role: 'admin' })
    expect(await world.events('person_changed')).toHaveLength(1)
  })

  test('of somebody who was let go is told how they come back', async () => {
    const world = await aWorld()
    await enrol(world, named('sue'))
    await expect(enrol(world, named('sue'))).rejects.toMatchObject({ message: 'sue has joined already.', details: {} })
    await world.run(revokePerson, { by: ADA, person: PersonId.parse('sue') })
    await expect(enrol(world, named('sue'))).rejects.toMatchObject({
      code: 'id_taken',
      message: expect.stringContaining('sue was here before and was let go.'),
      details: { next: 'Bring them back: leeway people renew sue' },
    })
  })

  test('never takes a token that somebody has', async () => {
    const world = await aWorld()
    await expect(enrol(world, named('sue', { token_hash: 'hash-of-rob' }))).rejects.toMatchObject({
      code: 'version_conflict',
    })
  })
})

test('nobody but an administrator changes themselves', async () => {
  const world = await aWorld()
  await enrol(world, named('sue', { tenants: [TenantId.parse('a')] }))
  await expect(change(world, named('rob', { role: 'admin' }), ROB)).rejects.toMatchObject({ code: 'not_authorised' })
  await expect(change(world, named('rob', { token_hash: 'new' }), ROB)).rejects.toMatchObject({
    code: 'not_authorised',
  })
  await expect(change(world, named('sue'), person('sue'))).rejects.toMatchObject({ code: 'not_authorised' })
  await expect(change(world, named('eve'), ROB)).rejects.toMatchObject({ code: 'not_authorised' })
})

describe('an administrator of some tenants', () => {
  const [MINE, YOURS] = [TenantId.parse('mine'), TenantId.parse('yours')]
  const sue = person('sue')

  async function withSue() {
    const world = await aWorld()
    await enrol(world, named('sue', { role: 'admin', tenants: [MINE] }))
    await enrol(world, named('tim', { tenants: [MINE, YOURS] }))
    return world
  }

  test('lets people in to these and sends them away', async () => {
    const world = await withSue()
    await enrol(world, named('una', { tenants: [MINE] }), sue)
    await change(world, named('una', { tenants: [MINE], token_hash: 'new' }), sue)
    await world.run(revokePerson, { by: sue, person: PersonId.parse('una') })
    expect(await world.row('people', 'una')).toMatchObject({ token_hash: 'new', revoked_at: world.at(0) })
  })

  test.for(['*', [YOURS], [MINE, YOURS]] as const)('lets nobody in to %j', async (tenants) => {
    const world = await withSue()
    await expect(enrol(world, named('una', { tenants }), sue)).rejects.toMatchObject({ code: 'not_authorised' })
    await expect(change(world, named('sue', { role: 'admin', tenants }), sue)).rejects.toMatchObject({
      code: 'not_authorised',
    })
  })

  test.for(['ada', 'tim'])('neither changes nor sends away %s, who sees more', async (id) => {
    const world = await withSue()
    const before = await world.row('people', id)
    for (const tenants of [before.tenants, [MINE]]) {
      const stolen = { ...before, tenants, token_hash: 'stolen' }
      await expect(change(world, stolen, sue)).rejects.toMatchObject({ code: 'not_authorised' })
    }
    const away = world.run(revokePerson, { by: sue, person: before.id })
    await expect(away).rejects.toMatchObject({ code: 'not_authorised' })
    expect(await world.row('people', id)).toEqual(before)
  })

  test('does not say for everybody that they work alone', async () => {
    const world = await withSue()
    await expect(world.run(setSolo, { by: sue, solo: true })).rejects.toMatchObject({ code: 'not_authorised' })
  })
})

test('whoever leaves has no say any more', async () => {
  const world = await aWorld()
  const leave = (by: Actor, who = 'rob') => world.run(revokePerson, { by, person: PersonId.parse(who) })
  await expect(leave(EVE)).rejects.toMatchObject({ code: 'not_authorised' })
  await expect(leave(ADA, 'nobody')).rejects.toMatchObject({ code: 'not_found' })
  world.pass(4)
  await leave(ADA)
  expect(await world.row('people', 'rob')).toMatchObject({ revoked_at: world.at(0) })
  const before = (await world.events()).length
  await leave(ADA)
  expect((await world.events()).length).toBe(before)
  const una = aPerson({ id: PersonId.parse('una'), role: 'admin', token_hash: 'una' })
  await world.run(enrolPerson, { by: ADA, change: false, person: una })
  await leave({ kind: 'person', id: 'una' }, 'ada')
  await expect(leave(ADA, 'eve')).rejects.toMatchObject({ code: 'not_authorised' })
})

test('only an administrator says that somebody works alone', async () => {
  const world = await aWorld()
  await expect(world.run(setSolo, { by: ROB, solo: true })).rejects.toMatchObject({ code: 'not_authorised' })
  await expect(world.run(setSolo, { by: SCOUT, solo: true })).rejects.toMatchObject({ code: 'actor_not_human' })
  await world.run(setSolo, { by: ADA, solo: true })
  expect(await world.row('settings', 'settings')).toEqual({ solo: true })
})

describe('the kill switch', () => {
  const set = (world: World, by: Actor, scope: HaltScope) =>
    world.run(setKillSwitch, { by, scope, on: true, reason: 'Fire.' })
  const letGo = (world: World, by: Actor, scope: HaltScope) =>
    world.run(setKillSwitch, { by, scope, on: false, reason: 'Out.' })
  const ALL = { of: 'all' } as const
  const MINE = { of: 'tenant', tenant: 'mine' } as const

  test('is thrown by whoever decides, and let go by administrators', async () => {
    const world = await aWorld()
    await set(world, ROB, ALL)
    expect(await world.row('switches', 'switch')).toMatchObject({
      all: { by: 'rob', reason: 'Fire.', at: world.at(0) },
    })
    await expect(letGo(world, ROB, ALL)).rejects.toMatchObject({ code: 'not_authorised' })
    await letGo(world, ADA, ALL)
    expect(await world.row('switches', 'switch')).toMatchObject({ all: null })
  })

  test('is never thrown or let go by anything but a person', async () => {
    const world = await aWorld()
    for (const kind of ['agent', 'assistant', 'service', 'system'] as const) {
      await expect(set(world, { kind, id: 'ada' }, ALL)).rejects.toMatchObject({ code: 'actor_not_human' })
      await expect(letGo(world, { kind, id: 'ada' }, ALL)).rejects.toMatchObject({ code: 'actor_not_human' })
    }
    await expect(set(world, VIC, ALL)).rejects.toMatchObject({ code: 'not_authorised' })
    await expect(set(world, person('nobody'), ALL)).rejects.toMatchObject({ code: 'not_authorised' })
  })

  test('reaches no further than whoever throws it sees', async () => {
    const world = await aWorld()
    await enrol(world, named('sue', { role: 'admin', tenants: [TenantId.parse('mine')] }))
    const sue = person('sue')
    for (const scope of [ALL, { of: 'agent', agent: 'scout' }, { of: 'tenant', tenant: 'local' }] as const) {
      await expect(set(world, sue, scope)).rejects.toMatchObject({ code: 'not_authorised' })
    }
    await set(world, sue, MINE)
    expect(await world.row('switches', 'switch')).toMatchObject({ all: null, tenants: { mine: { by: 'sue' } } })
  })

  test('keeps each halt apart', async () => {
    const world = await aWorld()
    await set(world, ROB, { of: 'agent', agent: 'a' })
    await set(world, ROB, { of: 'agent', agent: 'b' })
    await set(world, ROB, MINE)
    await letGo(world, ADA, { of: 'agent', agent: 'a' })
    const { agents, tenants, all } = await world.row('switches', 'switch')
    expect([Object.keys(agents), Object.keys(tenants), all]).toEqual([['b'], ['mine'], null])
  })

  test('takes an agent with any name', async () => {
    const world = await aWorld()
    await set(world, ROB, { of: 'agent', agent: '__proto__' })
    await world.start({ id: 'job-2', agent: 'other' })
    await expect(world.start({ id: 'job-3', agent: '__proto__' })).rejects.toMatchObject({ code: 'halted' })
  })

  test('has no literal secret in its reason', async () => {
    const world = await aWorld()
    const thrown = world.run(setKillSwitch, { by: ROB, scope: ALL, on: true, reason: A_SECRET })
    await expect(thrown).rejects.toMatchObject({ code: 'literal_secret' })
  })
})

describe('a grant', () => {
  async function granted() {
    const world = await aWorld()
    await world.hold()
    const { grant } = await world.review('chk-1', { answer: 'approve', grant: { count: 5 } })
    return { world, grant: GrantId.parse(grant) }
  }

  test('is taken back by any person who decides, once', async () => {
    const { world, grant } = await granted()
    await world.run(revokeGrant, { grant, by: EVE })
    expect(await world.row('grants', grant)).toMatchObject({ revoked_by: 'eve', revoked_at: world.at(0) })
    expect(await world.ask()).toMatchObject({ status: 'held' })
    const before = (await world.events()).length
    await world.run(revokeGrant, { grant, by: EVE })
    expect((await world.events()).length).toBe(before)
  })

  test('is taken back by nobody else', async () => {
    const { world, grant } = await granted()
    await expect(world.run(revokeGrant, { grant, by: SCOUT })).rejects.toMatchObject({ code: 'actor_not_human' })
    await expect(world.run(revokeGrant, { grant, by: VIC })).rejects.toMatchObject({ code: 'not_authorised' })
    await expect(world.run(revokeGrant, { grant, by: person('nobody') })).rejects.toMatchObject({ code: 'not_found' })
    const none = GrantId.parse('none')
    await expect(world.run(revokeGrant, { grant: none, by: EVE })).rejects.toMatchObject({ code: 'not_found' })
  })
})
