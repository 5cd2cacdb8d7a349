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

test('what is kept of a passphrase can not be tried without the token', async () => {
  const token = newToken()
  const kept = await hashPassphrase('correct horse', token)
  expect(await isPassphrase('correct horse', token, kept)).toBe(true)
  expect(await isPassphrase('correct horse', newToken(), kept)).toBe(false)
  expect(await isPassphrase('correct hors', token, kept)).toBe(false)
  expect(await isPassphrase('correct horse', token, 'x')).toBe(false)
})
