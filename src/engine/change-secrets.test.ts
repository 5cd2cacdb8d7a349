import { expect, test } from 'vitest'
import type { Actor } from '../model/actor.ts'
import { PersonId, TenantId } from '../model/ids.ts'
import { ADA, aPerson, EVE, person, ROB, SCOUT } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { type ChangeSecrets, changeSecrets } from './change-secrets.ts'
import { enrolPerson } from './enrol-person.ts'
import { revokePerson } from './revoke-person.ts'

const NEW = { token_hash: 'new', passphrase_hash: null }
const rob = PersonId.parse('rob')

const change = (world: World, by: Actor, given: Partial<ChangeSecrets> = {}) =>
  world.run(changeSecrets, { by, person: rob, proved: null, secrets: NEW, ...given })

test('everybody changes their own token and passphrase, and nothing else of themselves', async () => {
  const world = await aWorld()
  const before = await world.row('people', 'rob')
  await change(world, ROB, { secrets: { passphrase_hash: 'kept' } })
  expect(await world.row('people', 'rob')).toEqual({ ...before, passphrase_hash: 'kept' })
  await change(world, ROB, { proved: 'kept' })
  expect(await world.row('people', 'rob')).toEqual({ ...before, token_hash: 'new' })
})

test.for([ROB, ADA])('a passphrase of their own is changed by %j only when they know it', async (by) => {
  const world = await aWorld()
  const own = PersonId.parse(by.id)
  await change(world, by, { person: own, secrets: { passphrase_hash: 'kept' } })
  for (const proved of [null, 'other']) {
    await expect(change(world, by, { person: own, proved })).rejects.toMatchObject({ code: 'step_up_needed' })
  }
  await change(world, by, { person: own, proved: 'kept', secrets: { passphrase_hash: 'next' } })
  expect(await world.row('people', own)).toMatchObject({ passphrase_hash: 'next' })
})

test('an administrator gives somebody a new token, also to come back with', async () => {
  const world = await aWorld()
  await change(world, ROB, { secrets: { passphrase_hash: 'kept' } })
  await world.run(revokePerson, { by: ADA, person: rob })
  await expect(change(world, ROB)).rejects.toMatchObject({ code: 'not_authorised' })
  await change(world, ADA)
  expect(await world.row('people', 'rob')).toMatchObject({ ...NEW, revoked_at: null })
  await expect(change(world, ADA, { person: PersonId.parse('none') })).rejects.toMatchObject({ code: 'not_found' })
})

test.for([EVE, SCOUT, { kind: 'agent', id: 'rob' }, person('nobody')] as const)(
  'nobody else does, such as %j',
  async (by) => {
    const world = await aWorld()
    const code = by.kind === 'person' ? 'not_authorised' : 'actor_not_human'
    await expect(change(world, by)).rejects.toMatchObject({ code })
  },
)

test('an administrator of some tenants gives no token to who sees more', async () => {
  const world = await aWorld()
  const sue = aPerson({ id: PersonId.parse('sue'), role: 'admin', tenants: [TenantId.parse('mine')] })
  await world.run(enrolPerson, { by: ADA, change: false, person: sue })
  for (const id of ['ada', 'rob']) {
    const stolen = change(world, person('sue'), { person: PersonId.parse(id) })
    await expect(stolen).rejects.toMatchObject({ code: 'not_authorised' })
  }
})

test('nobody revokes themselves, so that there is always an administrator', async () => {
  const world = await aWorld()
  const away = world.run(revokePerson, { by: ADA, person: PersonId.parse('ada') })
  await expect(away).rejects.toMatchObject({ code: 'not_authorised' })
  expect((await world.store.get('people', 'ada'))?.row.revoked_at).toBeNull()
})
