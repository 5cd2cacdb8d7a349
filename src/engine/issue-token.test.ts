import { expect, test } from 'vitest'
import { JobId, LOCAL, PersonId, TenantId, TokenId } from '../model/ids.ts'
import type { Bearer, Token } from '../model/token.ts'
import { ADA, aPerson, ROB, SCOUT, VIC } from '../testing/builders.ts'
import { aWorld, type World, wordFor } from '../testing/world.ts'
import { enrolPerson } from './enrol-person.ts'
import { issueToken } from './issue-token.ts'
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
  const zoe = { kind: 'person', id: 'zoe' } as const
  const tenants = [TenantId.parse('acme')]
  const person = aPerson({ id: PersonId.parse('zoe'), role: 'admin', tenants })
  await world.run(enrolPerson, { by: ADA, person, change: false })
  expect(await issue(world, zoe, AGENT)).toBe('not_authorised')
  expect(await issue(world, zoe, { ...AGENT, tenant: TenantId.parse('acme') })).toBe('issued')
})

test('a token of a job in another tenant is never made', async () => {
  expect(
    await issue(await aWorld(), ADA, { ...AGENT, tenant: TenantId.parse('acme'), job: JobId.parse('job-1') }),
  ).toBe('not_found')
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

test('somebody ends their own sign-in and nobody else’s', async () => {
  const world = await aWorld()
  const token = aToken(session('vic'))
  await world.run(issueToken, { by: VIC, token })
  expect(await wordFor(world.run(revokeToken, { by: ROB, token: token.id }) as never)).toBe('not_authorised')
  await world.run(revokeToken, { by: VIC, token: token.id })
  expect((await world.row('tokens', token.id)).revoked_at).not.toBeNull()
})
