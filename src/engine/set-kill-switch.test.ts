import { expect, test } from 'vitest'
import { PersonId, TenantId } from '../model/ids.ts'
import { A_SECRET, ADA, aPerson, person, ROB, SCOUT, VIC } from '../testing/builders.ts'
import { aWorld } from '../testing/world.ts'
import { enrolPerson } from './enrol-person.ts'
import { revokePerson } from './revoke-person.ts'
import { type SetKillSwitch, setKillSwitch } from './set-kill-switch.ts'

const ALL = { of: 'all' } as const
const ACME = { of: 'tenant', tenant: 'acme' } as const

test.for([
  ['a reviewer', ROB, ALL, true, 'done'],
  ['a reviewer', ROB, ALL, false, 'not_authorised'],
  ['an administrator', ADA, ALL, false, 'done'],
  ['a viewer', VIC, ALL, true, 'not_authorised'],
  ['nobody known', person('nobody'), ALL, true, 'not_authorised'],
  ['somebody who was let go', person('eve'), ALL, true, 'not_authorised'],
  ['an agent', SCOUT, ALL, true, 'actor_not_human'],
  ['an agent under a person’s name', { kind: 'agent', id: 'ada' }, ALL, false, 'actor_not_human'],
  ['somebody of one tenant for it', person('zoe'), ACME, true, 'done'],
  ['somebody of one tenant for another', person('zoe'), { of: 'tenant', tenant: 'local' }, true, 'not_authorised'],
  ['somebody of one tenant for everything', person('zoe'), ALL, true, 'not_authorised'],
  ['somebody of one tenant for an agent', person('zoe'), { of: 'agent', agent: 'scout' }, true, 'not_authorised'],
] as const)('%s sets the kill switch of %2$j to %3$s: %4$s', async ([, by, scope, on, expected]) => {
  const world = await aWorld()
  const zoe = aPerson({ id: PersonId.parse('zoe'), tenants: [TenantId.parse('acme')] })
  await world.run(enrolPerson, { by: ADA, person: zoe, change: false })
  await world.run(revokePerson, { by: ADA, person: PersonId.parse('eve') })
  const set = world.run(setKillSwitch, { by, scope, on, reason: 'Fire.' } as SetKillSwitch)
  const word = await set.then(
    () => 'done',
    (error) => error.code,
  )
  expect(word).toBe(expected)
  expect(await world.events('kill_switch_set')).toHaveLength(word === 'done' ? 1 : 0)
})

test.for([
  [true, ALL, /: it reaches further than the tenants that they see \(acme\)\. They may halt one of those\.$/],
  [false, ACME, /: an administrator lets it go on\.$/],
] as const)('whoever may not set it is told why', async ([on, scope, why]) => {
  const world = await aWorld()
  const zoe = aPerson({ id: PersonId.parse('zoe'), tenants: [TenantId.parse('acme')] })
  await world.run(enrolPerson, { by: ADA, person: zoe, change: false })
  const set = world.run(setKillSwitch, { by: person('zoe'), scope, on, reason: 'Fire.' })
  await expect(set).rejects.toMatchObject({ code: 'not_authorised', message: expect.stringMatching(why) })
})

test('a switch for a tenant stands in the log of that tenant', async () => {
  const world = await aWorld()
  await world.run(setKillSwitch, { by: ADA, scope: ACME, on: true, reason: 'Fire.' })
  await world.run(setKillSwitch, { by: ADA, scope: ALL, on: true, reason: 'Fire.' })
  expect((await world.events('kill_switch_set')).map(({ tenant }) => tenant)).toEqual(['acme', 'local'])
})

test('no literal secret is a reason', async () => {
  const world = await aWorld()
  const set = world.run(setKillSwitch, { by: ADA, scope: ALL, on: true, reason: A_SECRET })
  await expect(set).rejects.toMatchObject({ code: 'literal_secret' })
})
