import { expect, test } from 'vitest'
import { changeSecrets } from '../../engine/change-secrets.ts'
import { endJob } from '../../engine/end-job.ts'
import { issueToken } from '../../engine/issue-token.ts'
import { revokePerson } from '../../engine/revoke-person.ts'
import { revokeToken } from '../../engine/revoke-token.ts'
import { setKillSwitch } from '../../engine/set-kill-switch.ts'
import { JobId, LOCAL, PersonId, TokenId } from '../../model/ids.ts'
import type { Bearer, Token } from '../../model/token.ts'
import { newToken } from '../../sdk/desk/token.ts'
import { ADA, ROB, SCOUT } from '../../testing/builders.ts'
import { codeOf } from '../../testing/desk-folder.ts'
import { aWorld, type World } from '../../testing/world.ts'
import { identifySession, identifyToken } from './identify.ts'
import { newSecret, type SessionHalves, sessionHash, tokenHash } from './secret.ts'

const TOKEN = TokenId.parse('tok-1')
const ROB_ID = PersonId.parse('rob')
const HALT = { by: ROB, scope: { of: 'all' }, on: true, reason: 'Stop.' } as const

async function issue(world: World, bearer: Bearer, expires_at: string | null = null): Promise<string> {
  const secret = newSecret(bearer.kind)
  await keep(world, { hash: tokenHash(secret), bearer, issued_by: ADA, expires_at })
  return secret
}

async function keep(world: World, given: Pick<Token, 'hash' | 'bearer' | 'issued_by' | 'expires_at'>): Promise<void> {
  const token: Token = { ...given, id: TOKEN, issued_at: world.at(0), revoked_at: null }
  await world.run(issueToken, { by: given.issued_by, token })
}

/** Signs a browser of Rob's in. */
async function robsBrowser(world: World): Promise<SessionHalves> {
  const { token_hash: under } = await world.row('people', 'rob')
  const halves = { cookie: newSecret('session'), pageKey: newSecret('page') }
  const bearer = { kind: 'session', person: ROB_ID, under } as const
  await keep(world, { hash: sessionHash(halves), bearer, issued_by: ROB, expires_at: null })
  return halves
}

/** Rob with a token of his own, which is known. */
async function robsToken(world: World): Promise<string> {
  const token = newToken()
  const secrets = { token_hash: tokenHash(token), passphrase_hash: null }
  await world.run(changeSecrets, { by: ADA, person: ROB_ID, proved: null, secrets })
  return token
}

test('a program’s token that is revoked after its request came in commits nothing', async () => {
  const world = await aWorld()
  const secret = await issue(world, { kind: 'agent', agent: 'scout', tenant: LOCAL, job: null })
  const { run } = await identifyToken(world.ports, secret)
  await world.run(revokeToken, { by: ADA, token: TOKEN })
  const end = {
    tenant: LOCAL,
    job: JobId.parse('job-1'),
    by: SCOUT,
    status: 'completed',
    reason: '',
    outcome: null,
  } as const
  expect(await codeOf(run(endJob, end))).toBe('not_signed_in')
  expect((await world.job()).status).toBe('running')
})

test('a token is worth nothing from the moment at which it ends', async () => {
  const world = await aWorld()
  const secret = await issue(world, { kind: 'service', name: 'ci', tenant: LOCAL }, world.at(60))
  world.pass(59)
  const principal = await identifyToken(world.ports, secret)
  world.pass(1)
  expect(await codeOf(principal.recheck())).toBe('not_signed_in')
  expect(await codeOf(identifyToken(world.ports, secret))).toBe('not_signed_in')
})

test('a person who is let go, or gets another token, after their request came in commits nothing', async () => {
  for (const change of ['revoked', 'renewed'] as const) {
    const world = await aWorld()
    const own = await identifyToken(world.ports, await robsToken(world))
    const browser = await identifySession(world.ports, await robsBrowser(world))
    if (change === 'revoked') await world.run(revokePerson, { by: ADA, person: ROB_ID })
    else await robsToken(world)
    for (const { run } of [own, browser]) expect(await codeOf(run(setKillSwitch, HALT))).toBe('not_signed_in')
  }
})

test('what signs a browser in is no token, and a token signs no browser in', async () => {
  const world = await aWorld()
  const token = await robsToken(world)
  const { cookie, pageKey } = await robsBrowser(world)
  for (const text of [cookie, pageKey, `${cookie} ${pageKey}`]) {
    expect(await codeOf(identifyToken(world.ports, text))).toBe('not_signed_in')
  }
  for (const halves of [
    { cookie: token, pageKey },
    { cookie, pageKey: token },
    { cookie, pageKey: cookie },
    { cookie: pageKey, pageKey: cookie },
    { cookie, pageKey: newSecret('page') },
    { cookie, pageKey: '' },
  ]) {
    expect(await codeOf(identifySession(world.ports, halves))).toBe('not_signed_in')
  }
  expect((await identifySession(world.ports, { cookie, pageKey })).caller).toBe('reviewer')
})
