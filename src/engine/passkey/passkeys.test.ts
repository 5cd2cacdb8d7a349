import { expect, test } from 'vitest'
import { type Actor, SYSTEM } from '../../model/actor.ts'
import { PasskeyId, PersonId, TenantId } from '../../model/ids.ts'
import { MOST_PASSKEYS, type Passkey } from '../../model/passkey.ts'
import type { Proof } from '../../model/step-up.ts'
import { A_SECRET, ADA, aPasskey, aPerson, aProof, EVE, NOON, ROB, SCOUT, VIC } from '../../testing/builders.ts'
import { aWorld, type World } from '../../testing/world.ts'
import { enrolPerson } from '../enrol-person.ts'
import { revokePerson } from '../revoke-person.ts'
import { registerPasskey } from './register-passkey.ts'
import { removePasskey } from './remove-passkey.ts'
import { usePasskey } from './use-passkey.ts'

const ADDING = aProof({ do: 'add_passkey' })
const removing = (id: string) => aProof({ do: 'remove_passkey', passkey: PasskeyId.parse(id) })

const codeOf = (done: Promise<unknown>) =>
  done.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

interface Given {
  readonly passkey?: Passkey
  readonly step_up?: Proof | null
  readonly by?: Actor
}

const add = (world: World, { passkey = aPasskey(), step_up = ADDING, by = ROB }: Given = {}) =>
  codeOf(world.run(registerPasskey, { by, passkey, step_up }))

const remove = (world: World, by: Actor, step_up: Proof | null = null) =>
  codeOf(world.run(removePasskey, { by, person: PersonId.parse('rob'), passkey: aPasskey().id, step_up }))

const use = (world: World, counter: number, by: Actor = ROB) => {
  const signed = { passkey: PasskeyId.parse('psk-1'), counter, backed_up: true, to: 'answer' } as const
  return codeOf(world.run(usePasskey, { by, ...signed }))
}

const keysOf = async (world: World) => (await world.row('passkeys', 'rob')).keys

test.for([
  ['without any proof', null, ROB, 'step_up_needed'],
  [
    'with a proof that is five minutes old',
    { ...ADDING, at: new Date(NOON.getTime() - 300_001).toISOString() },
    ROB,
    'step_up_needed',
  ],
  ['with a proof for removing one', removing('psk-1'), ROB, 'step_up_needed'],
  ['with a fresh proof', ADDING, ROB, 'done'],
  ['for somebody else', ADDING, EVE, 'not_authorised'],
  ['for somebody else, as an administrator', ADDING, ADA, 'not_authorised'],
  ['as an agent', ADDING, SCOUT, 'actor_not_human'],
  ['as an agent under a person’s name', ADDING, { kind: 'agent', id: 'rob' }, 'actor_not_human'],
] as const)('a passkey is added %s: %3$s', async ([, proof, by, expected]) => {
  const world = await aWorld()
  expect(await add(world, { step_up: proof, by: by as Actor })).toBe(expected)
  expect(await world.events('passkey_registered')).toHaveLength(expected === 'done' ? 1 : 0)
})

test('the log says who added which passkey, and by which proof', async () => {
  const world = await aWorld()
  await add(world)
  const step_up = { kind: 'code', at: ADDING.at }
  expect(await world.events('passkey_registered')).toMatchObject([
    { actor: ROB, data: { passkey: aPasskey(), step_up } },
  ])
})

test('an eleventh passkey is refused, also of two that are added at once', async () => {
  const world = await aWorld()
  for (let number = 1; number < MOST_PASSKEYS; number += 1)
    await add(world, { passkey: aPasskey({ id: `psk-${number}` }) })
  const last = ['psk-10', 'psk-11'].map((id) => add(world, { passkey: aPasskey({ id }) }))
  expect((await Promise.all(last)).sort()).toEqual(['done', 'too_many_passkeys'])
  expect(await keysOf(world)).toHaveLength(MOST_PASSKEYS)
  await remove(world, ROB, removing('psk-1'))
  expect(await add(world, { passkey: aPasskey({ id: 'psk-12' }) })).toBe('done')
})

test('a passkey that was removed in the meantime neither adds nor removes another', async () => {
  const world = await aWorld()
  await add(world)
  const gone = { kind: 'passkey', passkey: PasskeyId.parse('psk-gone') } as const
  expect(await add(world, { passkey: aPasskey({ id: 'psk-2' }), step_up: { ...ADDING, ...gone } })).toBe(
    'step_up_needed',
  )
  expect(await remove(world, ROB, { ...removing('psk-1'), ...gone })).toBe('step_up_needed')
  expect(await remove(world, ROB, { ...removing('psk-1'), ...gone, passkey: aPasskey().id })).toBe('done')
})

test('the same key is not added twice', async () => {
  const world = await aWorld()
  await add(world)
  expect(await add(world, { passkey: { ...aPasskey({ id: 'psk-2' }), credential: aPasskey().credential } })).toBe(
    'passkey_known',
  )
})

test.for([
  ['its person with a proof', ROB, removing('psk-1'), 'done'],
  ['its person without one', ROB, null, 'step_up_needed'],
  ['its person with a proof for another', ROB, removing('psk-2'), 'step_up_needed'],
  ['an administrator', ADA, null, 'done'],
  ['another reviewer', EVE, null, 'not_authorised'],
  ['another reviewer with a proof of their own', EVE, removing('psk-1'), 'not_authorised'],
  ['a viewer', VIC, null, 'not_authorised'],
  ['an agent', SCOUT, null, 'actor_not_human'],
  ['a restore', SYSTEM, null, 'done'],
] as const)('%s removes a passkey: %3$s', async ([, by, proof, expected]) => {
  const world = await aWorld()
  await add(world)
  expect(await remove(world, by, proof)).toBe(expected)
  expect(await keysOf(world)).toHaveLength(expected === 'done' ? 0 : 1)
  expect(await world.events('passkey_removed')).toHaveLength(expected === 'done' ? 1 : 0)
})

test('an administrator of one tenant removes no passkey of somebody who sees more', async () => {
  const world = await aWorld()
  const zoe = aPerson({ id: PersonId.parse('zoe'), role: 'admin', tenants: [TenantId.parse('acme')] })
  await world.run(enrolPerson, { by: ADA, person: zoe, change: false })
  await add(world)
  expect(await remove(world, { kind: 'person', id: 'zoe' })).toBe('not_authorised')
})

test('somebody who is let go leaves no passkey behind', async () => {
  const world = await aWorld()
  await add(world)
  await world.run(revokePerson, { by: ADA, person: PersonId.parse('rob') })
  expect(await keysOf(world)).toEqual([])
  expect(await world.events('passkey_removed')).toHaveLength(1)
  expect(await add(world)).toBe('not_authorised')
})

test('an administrator removes a passkey of somebody who sees no more than their own tenant', async () => {
  const world = await aWorld()
  const tenants = [TenantId.parse('acme')]
  const zoe = aPerson({ id: PersonId.parse('zoe'), role: 'admin', tenants })
  await world.run(enrolPerson, { by: ADA, person: zoe, change: false })
  await world.run(enrolPerson, { by: ADA, person: aPerson({ tenants }), change: true })
  await add(world)
  expect(await remove(world, { kind: 'person', id: 'zoe' })).toBe('done')
})

test('invariant 17: an agent under a person’s name removes none of their passkeys, whatever it proves', async () => {
  const world = await aWorld()
  await add(world)
  expect(await remove(world, { kind: 'agent', id: 'rob' }, removing('psk-1'))).toBe('actor_not_human')
})

test('nobody unknown has a passkey to add, and nobody one to remove that is not there', async () => {
  const world = await aWorld()
  expect(await add(world, { by: { kind: 'person', id: 'nobody' } })).toBe('not_authorised')
  expect(await remove(world, ADA)).toBe('not_found')
  await add(world, { passkey: aPasskey({ id: 'psk-2' }) })
  expect(await remove(world, ADA)).toBe('not_found')
})

test('of several passkeys the one that signs counts, and the one that is removed is gone', async () => {
  const world = await aWorld()
  await add(world, { passkey: aPasskey({ id: 'psk-2', counter: 7 }) })
  await add(world)
  expect(await use(world, 1)).toBe('done')
  expect(await keysOf(world)).toMatchObject([
    { id: 'psk-2', counter: 7, used_at: null },
    { id: 'psk-1', counter: 1, used_at: world.at(0) },
  ])
  await remove(world, ADA)
  expect((await keysOf(world)).map(({ id }) => id)).toEqual(['psk-2'])
})

test.for([
  // known, says, comes to
  [0, 0, 'done'],
  [0, 1, 'done'],
  [7, 8, 'done'],
  [7, 7, 'step_up_needed'],
  [7, 6, 'step_up_needed'],
  [7, 0, 'step_up_needed'],
] as const)('a passkey that counted to %d and says %d: %s', async ([counter, says, expected]) => {
  const world = await aWorld()
  await add(world, { passkey: aPasskey({ counter }) })
  expect(await use(world, says)).toBe(expected)
  const [key] = await keysOf(world)
  const isRefused = expected === 'step_up_needed'
  expect(key).toMatchObject(isRefused ? { counter, used_at: null } : { counter: says, used_at: world.at(0) })
  const refused = isRefused ? [{ data: { counter: says, known: counter } }] : []
  expect(await world.events('passkey_refused')).toMatchObject(refused)
})

test('a passkey is used by its person alone, and not after it was removed', async () => {
  const world = await aWorld()
  await add(world)
  expect(await use(world, 1, EVE)).toBe('step_up_needed')
  expect(await use(world, 1, { kind: 'agent', id: 'rob' })).toBe('actor_not_human')
  await remove(world, ROB, removing('psk-1'))
  expect(await use(world, 1)).toBe('step_up_needed')
})

test('a passkey is not called like a secret', async () => {
  const world = await aWorld()
  expect(await add(world, { passkey: aPasskey({ name: A_SECRET }) })).toBe('literal_secret')
})
