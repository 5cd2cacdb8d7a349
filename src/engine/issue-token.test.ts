import { expect, test } from 'vitest'
import { type Actor, SYSTEM } from '../model/actor.ts'
import { JobId, LOCAL, PersonId, TenantId, TokenId } from '../model/ids.ts'
import type { Person } from '../model/person.ts'
import type { Bearer, Token } from '../model/token.ts'
import { ADA, aPerson, person, ROB, SCOUT, VIC } from '../testing/builders.ts'
import { aWorld, type World, wordFor } from '../testing/world.ts'
import { enrolPerson } from './enrol-person.ts'
import { issueToken } from './issue-token.ts'
import { revokePerson } from './revoke-person.ts'
import { revokeToken } from './revoke-token.ts'

const AGENT: Bearer = { kind: 'agent', agent: 'scout', tenant: LOCAL, job: null }

function aToken(bearer: Bearer, id = 'tok-1'): Token {
  const hash = `hash-of-${id}`
  const issued_at = '2026-05-04T12:00:00.000Z'
  return { id: TokenId.parse(id), hash, bearer, issued_by: ADA, issued_at, expires_at: null, revoked_at: null }
}

function session(person: string, under = `hash-of-${person}`): Bearer {
  return { kind: 'session', person: PersonId.parse(person), under }
}

const enrol = (world: World, newcomer: Person) => world.run(enrolPerson, { by: ADA, person: newcomer, change: false })

const issue = (world: World, by: typeof ADA, bearer: Bearer) =>
  wordFor(world.run(issueToken, { by, token: aToken(bearer) }).then(() => ({ status: 'issued' })))

test.for([
  ['an administrator', ADA, AGENT, 'issued'],
  ['an administrator', ADA, { kind: 'service', name: 'ci', tenant: LOCAL }, 'issued'],
  ['a reviewer', ROB, AGENT, 'not_authorised'],
  ['a viewer', VIC, { kind: 'service', name: 'ci', tenant: LOCAL }, 'not_authorised'],
  ['an agent', SCOUT, AGENT, 'actor_not_human'],
  ['an agent', SCOUT, session('ada'), 'actor_not_human'],
  ['a viewer for their own browser', VIC, session('vic'), 'issued'],
  ['an administrator for the browser of another', ADA, session('rob'), 'not_authorised'],
  [
    'an administrator for the browser of another, under their own token',
    ADA,
    session('rob', 'hash-of-ada'),
    'not_authorised',
  ],
  ['somebody unknown', person('nobody'), session('nobody'), 'not_authorised'],
  ['somebody whose token was renewed', ROB, session('rob', 'an older one'), 'not_authorised'],
  ['an administrator for a job that is not there', ADA, { ...AGENT, job: JobId.parse('job-9') }, 'not_found'],
  ['an administrator for a job', ADA, { ...AGENT, job: JobId.parse('job-1') }, 'issued'],
] as const)('%s asks for a token: %3$s', async ([, by, bearer, expected]) => {
  expect(await issue(await aWorld(), by, bearer as Bearer)).toBe(expected)
})

test.for([
  ['an hour ago', -3600, 'invalid_input'],
  ['this very moment', 0, 'invalid_input'],
  ['in a second', 1, 'issued'],
] as const)('a token that ends %s: %3$s', async ([, seconds, expected]) => {
  const world = await aWorld()
  const token = { ...aToken(AGENT), expires_at: world.at(seconds) }
  expect(await wordFor(world.run(issueToken, { by: ADA, token }).then(() => ({ status: 'issued' })))).toBe(expected)
})

test('an administrator of one tenant lets no agent of another in', async () => {
  const world = await aWorld()
  const zoe = person('zoe')
  const tenants = [TenantId.parse('acme')]
  await enrol(world, aPerson({ id: PersonId.parse('zoe'), role: 'admin', tenants }))
  expect(await issue(world, zoe, AGENT)).toBe('not_authorised')
  expect(await issue(world, zoe, { ...AGENT, tenant: TenantId.parse('acme') })).toBe('issued')
  // It stands in the log of that tenant, and not in anybody else's.
  expect(await world.events('token_issued')).toMatchObject([{ tenant: 'acme' }])
})

test('a token of a job in another tenant is never made', async () => {
  expect(
    await issue(await aWorld(), ADA, { ...AGENT, tenant: TenantId.parse('acme'), job: JobId.parse('job-1') }),
  ).toBe('not_found')
})

test('somebody who was let go signs no browser in', async () => {
  const world = await aWorld()
  await world.run(revokePerson, { by: ADA, person: PersonId.parse('rob') })
  const { token_hash } = await world.row('people', 'rob')
  expect(await issue(world, ROB, session('rob', token_hash ?? ''))).toBe('not_authorised')
})

test('a revoked token stays in the log and can no longer be found by its hash', async () => {
  const world = await aWorld()
  const token = aToken(AGENT)
  await world.run(issueToken, { by: ADA, token })
  expect(await wordFor(world.run(revokeToken, { by: ROB, token: token.id }) as never)).toBe('not_authorised')
  await world.run(revokeToken, { by: ADA, token: token.id })
  await world.run(revokeToken, { by: ADA, token: token.id })
  const query = { table: 'tokens', index: 'by_hash', equals: [token.hash], limit: 1 } as const
  expect(await world.store.find(query)).toEqual([])
  expect(await world.events('token_revoked')).toHaveLength(1)
})

test('a token that is not there can not be revoked', async () => {
  const revoked = (await aWorld()).run(revokeToken, { by: ADA, token: TokenId.parse('tok-9') })
  await expect(revoked).rejects.toMatchObject({ code: 'not_found' })
})

test.for([
  ['the token of an agent', AGENT],
  ['the browser of somebody', session('rob')],
] as const)('%s is revoked by an administrator whose tenants it is of, and by no agent', async ([, bearer]) => {
  const world = await aWorld()
  const token = aToken(bearer as Bearer)
  await enrol(world, aPerson({ id: PersonId.parse('lou'), role: 'admin', tenants: [LOCAL] }))
  await enrol(world, aPerson({ id: PersonId.parse('zoe'), role: 'admin', tenants: [TenantId.parse('acme')] }))
  await world.run(enrolPerson, { by: ADA, person: aPerson({ tenants: [LOCAL] }), change: true })
  await world.run(issueToken, { by: bearer.kind === 'session' ? ROB : ADA, token })
  const revoke = (by: Actor) => wordFor(world.run(revokeToken, { by, token: token.id }).then(() => ({ status: 'ok' })))
  expect(await revoke(person('zoe'))).toBe('not_authorised')
  expect(await revoke({ kind: 'agent', id: 'rob' })).toBe('actor_not_human')
  expect(await revoke({ kind: 'agent', id: 'ada' })).toBe('actor_not_human')
  expect(await revoke(person('lou'))).toBe('ok')
})

test('the browser of somebody of all tenants is not for an administrator of one to sign out', async () => {
  const world = await aWorld()
  const token = aToken(session('rob'))
  await enrol(world, aPerson({ id: PersonId.parse('lou'), role: 'admin', tenants: [LOCAL] }))
  await world.run(issueToken, { by: ROB, token })
  await expect(world.run(revokeToken, { by: person('lou'), token: token.id })).rejects.toThrow('all these tenants')
  await world.run(revokeToken, { by: SYSTEM, token: token.id })
  expect((await world.row('tokens', token.id)).revoked_at).not.toBeNull()
})

test('somebody ends their own sign-in and nobody else’s', async () => {
  const world = await aWorld()
  const token = aToken(session('vic'))
  await world.run(issueToken, { by: VIC, token })
  expect(await wordFor(world.run(revokeToken, { by: ROB, token: token.id }) as never)).toBe('not_authorised')
  await world.run(revokeToken, { by: VIC, token: token.id })
  expect((await world.row('tokens', token.id)).revoked_at).not.toBeNull()
})
