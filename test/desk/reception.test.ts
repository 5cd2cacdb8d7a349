import { expect, test } from 'vitest'
import { Policies } from '../../src/engine/policies.ts'
import { AppError } from '../../src/model/errors.ts'
import { CheckpointId, LOCAL, PersonId, TenantId } from '../../src/model/ids.ts'
import { hashPassphrase, isPassphrase } from '../../src/sdk/desk/passphrase.ts'
import { Reception } from '../../src/sdk/desk/reception.ts'
import { newToken } from '../../src/sdk/desk/token.ts'
import { MemoryStore } from '../../src/store/memory.ts'
import { catalog } from '../../src/testing/catalog.ts'

const ADA = PersonId.parse('ada')
const BEN = PersonId.parse('ben')

function anEntrance() {
  const store = new MemoryStore()
  const reception = new Reception({ store, policies: new Policies(catalog) })
  const tokens = new Map<string, string>()
  const keep = async (person: PersonId, token: string) => void tokens.set(person, token)
  return { store, reception, keep, tokenOf: (person: PersonId) => tokens.get(person) ?? '' }
}

test('of two who are the first at the same moment, one joins', async () => {
  const { reception, keep } = anEntrance()
  const joined = await Promise.allSettled([reception.join(ADA, keep), reception.join(BEN, keep)])
  expect(joined.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await reception.administrators()).toHaveLength(1)
})

test('the token is kept before it counts, so that nobody is left without', async () => {
  const { reception } = anEntrance()
  const full = new Error('no space left')
  await expect(reception.join(ADA, () => Promise.reject(full))).rejects.toBe(full)
  expect(await reception.isEmpty()).toBe(true)
})

test.for(['', 'lwy_', newToken(), `${newToken()}x`])('"%s" seats nobody', async (token) => {
  const { reception, keep } = anEntrance()
  await reception.join(ADA, keep)
  await expect(reception.desk(token)).rejects.toMatchObject({ code: 'not_authorised' })
})

test('whoever sees one tenant learns nothing of another', async () => {
  const { reception, keep, tokenOf } = anEntrance()
  await reception.join(ADA, keep)
  const ada = await reception.desk(tokenOf(ADA))
  await reception.exchange(await ada.addPerson({ id: BEN, role: 'reviewer', tenants: [TenantId.parse('acme')] }), keep)
  const ben = await reception.desk(tokenOf(BEN))
  expect((await ada.events()).map(({ tenant }) => tenant)).toContain(LOCAL)
  expect(await ben.events()).toEqual([])
  expect((await ben.jobs()).rows).toEqual([])
  await expect(ben.checkpoint(CheckpointId.parse('chk_1'))).rejects.toMatchObject({ code: 'not_found' })
  await expect(ben.setSolo(true)).rejects.toBeInstanceOf(AppError)
})

test('a desk is worth nothing once its person is revoked', async () => {
  const { reception, keep, tokenOf } = anEntrance()
  await reception.join(ADA, keep)
  const ada = await reception.desk(tokenOf(ADA))
  await reception.exchange(await ada.addPerson({ id: BEN, role: 'reviewer', tenants: '*' }), keep)
  const ben = await reception.desk(tokenOf(BEN))
  expect((await ben.checkpoints()).rows).toEqual([])
  await ada.revokePerson(BEN)
  for (const look of [ben.checkpoints(), ben.jobs(), ben.events(), ben.grants(), ben.killSwitch(), ben.people()]) {
    await expect(look).rejects.toMatchObject({ code: 'not_authorised' })
  }
})

test('a token that was handed over is exchanged once, also when two try at the same moment', async () => {
  const { reception, keep, tokenOf } = anEntrance()
  await reception.join(ADA, keep)
  const ada = await reception.desk(tokenOf(ADA))
  const handedOver = await ada.addPerson({ id: BEN, role: 'reviewer', tenants: '*' })
  const made: string[] = []
  const { promise: both, resolve: meet } = Promise.withResolvers<void>()
  const keepBoth = async (_person: PersonId, token: string) => {
    if (made.push(token) === 2) meet()
    await both
  }
  const exchanged = await Promise.allSettled([
    reception.exchange(handedOver, keepBoth),
    reception.exchange(handedOver, keepBoth),
  ])
  expect(exchanged.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const seated = await Promise.allSettled(made.map((token) => reception.desk(token)))
  expect(seated.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a token that is renewed meanwhile does not come back with what its holder has begun', async () => {
  const { store, reception, keep, tokenOf } = anEntrance()
  await reception.join(ADA, keep)
  const ada = await reception.desk(tokenOf(ADA))
  const stolen = await ada.addPerson({ id: BEN, role: 'reviewer', tenants: '*' })
  const thief = await reception.desk(stolen)
  const { promise: renewed, resolve: renew } = Promise.withResolvers<void>()
  const append = store.append.bind(store)
  store.append = async (batch) => {
    if (batch.events.some(({ actor }) => actor.id === BEN)) await renewed
    return append(batch)
  }
  const begun = Promise.allSettled([thief.setPassphrase('correct horse')])
  const fresh = await ada.renewToken(BEN)
  renew()
  expect(await begun).toMatchObject([{ status: 'rejected', reason: { code: 'not_authorised' } }])
  await expect(reception.desk(stolen)).rejects.toMatchObject({ code: 'not_authorised' })
  expect(await (await reception.desk(fresh)).me()).toMatchObject({ id: BEN, has_passphrase: false })
})

test('a passphrase is replaced by who knows the old one, and not around it', async () => {
  const { reception, keep, tokenOf } = anEntrance()
  await reception.join(ADA, keep)
  const ada = await reception.desk(tokenOf(ADA))
  await ada.setPassphrase('correct horse')
  const around = [
    () => ada.setPassphrase('battery staple'),
    () => ada.setPassphrase('battery staple', 'correct hors'),
    () => ada.renewToken(ADA),
    () => reception.exchange(tokenOf(ADA), async () => {}),
  ]
  for (const tried of around) await expect(tried()).rejects.toMatchObject({ code: 'step_up_needed' })
  await ada.setPassphrase('battery staple', 'correct horse')
  await ada.setPassphrase('and another one', 'battery staple')
})

test('what is kept of a passphrase can not be tried without the token', async () => {
  const token = newToken()
  const kept = await hashPassphrase('correct horse', token)
  expect(await isPassphrase('correct horse', token, kept)).toBe(true)
  expect(await isPassphrase('correct horse', newToken(), kept)).toBe(false)
  expect(await isPassphrase('correct hors', token, kept)).toBe(false)
  expect(await isPassphrase('correct horse', token, 'x')).toBe(false)
})
