import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { CALLERS, type Caller, type OperationShape } from '../../api/operation.ts'
import { OPERATIONS, type OperationName } from '../../api/operations.ts'
import { codeOf } from '../../testing/desk-folder.ts'
import { aServedHouse, type ServedHouse } from '../../testing/served-house.ts'
import { USUAL_LIMITS } from '../http/limits.ts'

const all = Object.entries<OperationShape>(OPERATIONS) as readonly (readonly [OperationName, OperationShape])[]

/** A request of an operation in which every name is made up: whoever may call is told so by anything but a refusal. */
function send(house: ServedHouse, { method, path }: OperationShape, headers: Record<string, string>) {
  const filled = path.replaceAll(/:[a-z_]+/g, 'made-up-name')
  const body = method === 'POST' || method === 'PUT' ? { body: '{"nonsense":1}' } : {}
  const signal = AbortSignal.timeout(10_000)
  return house.raw(filled, { method, signal, headers: { 'Content-Type': 'application/json', ...headers }, ...body })
}

async function refusal(response: Response): Promise<string | undefined> {
  if (response.ok) {
    await response.body?.cancel()
    return undefined
  }
  const { code } = (await response.json()) as { code: string }
  return ['not_signed_in', 'not_authorised', 'actor_not_human'].includes(code) ? code : undefined
}

test('every route lets in exactly the roles that its operation names, and nobody without a credential', async () => {
  const house = await aServedHouse()
  const wrong: string[] = []
  for (const [name, operation] of all) {
    const { callers } = operation
    for (const caller of CALLERS) {
      const code = await refusal(await send(house, operation, { Authorization: `Bearer ${house.tokens[caller]}` }))
      const may = callers === 'anyone' || callers.includes(caller)
      if (may !== (code === undefined) && name !== 'sign_in') wrong.push(`${name} as ${caller}: ${code}`)
    }
    const nobody = await refusal(await send(house, operation, {}))
    const expected = callers === 'anyone' ? undefined : 'not_signed_in'
    if (nobody !== expected) wrong.push(`${name} as nobody: ${nobody}`)
  }
  expect(wrong).toEqual([])
})

test('a program that asks for what is for people is told so in words that fit, and what it can read instead', async () => {
  const house = await aServedHouse()
  const told = async (path: string, caller: Caller, method = 'GET') => {
    const headers = { Authorization: `Bearer ${house.tokens[caller]}`, 'Content-Type': 'application/json' }
    const response = await house.raw(path, { method, headers, ...(method === 'POST' && { body: '{}' }) })
    return (await response.json()) as { code: string; detail: string }
  }
  for (const caller of ['agent', 'service'] as const) {
    for (const list of ['jobs', 'checkpoints', 'events', 'pulls', 'sessions', 'people', 'tokens']) {
      const { code, detail } = await told(`/v1/${list}`, caller)
      expect(code).toBe('actor_not_human')
      expect(detail).toMatch(/^This is for people to read\. .*GET \/v1\/jobs\/ID.*GET \/v1\/events\/stream\.$/)
    }
    expect((await told('/v1/sign-in-links', caller, 'POST')).detail).toBe('Only a person signs in.')
    expect((await told('/v1/tokens', caller, 'POST')).detail).toBe('Only a person may do that.')
    const decided = await told('/v1/checkpoints/chk_made-up/reviews', caller, 'POST')
    expect(decided.detail).toBe('Only a person may decide.')
  }
})

test('what is no token of ours, or is not sent as one, lets nobody in', async () => {
  const house = await aServedHouse()
  const session = (await signedIn(house)).secret
  const made = 'A'.repeat(43)
  const given = ['lwy_abc', 'Basic lwy_abc', 'Bearer ', `Bearer lwy_${made}`, `Bearer lwa_${made}`, 'Bearer a b']
  for (const authorization of [...given, `Bearer ${session}`, house.token]) {
    const response = await house.raw('/v1/me', { headers: { Authorization: authorization } })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('Bearer')
  }
})

/** Signs a browser in with a link. */
async function signedIn(house: ServedHouse, token = house.token) {
  const link = await house.server.signInLink(token)
  const response = await house.raw('/v1/sign-ins', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: new URL(link).hash.slice(1) }),
  })
  const setCookie = response.headers.get('set-cookie') ?? ''
  const cookie = setCookie.split(';')[0] ?? ''
  const { page_key: pageKey } = (await response.json()) as { page_key: string }
  const headers = { Cookie: cookie, 'Leeway-Page-Key': pageKey }
  return { link, response, setCookie, cookie, pageKey, headers, secret: cookie.split('=')[1] ?? '' }
}

test('who signs in to two servers of one machine is signed in to both, and signs out of one alone', async () => {
  const houses = [await aServedHouse(), await aServedHouse()] as const
  const [one, other] = [await signedIn(houses[0]), await signedIn(houses[1])]
  // A browser keeps cookies by host and name, whatever port set them.
  const kept = new Map([one, other].map(({ cookie }) => cookie.split('=') as [string, string]))
  const Cookie = [...kept].map((pair) => pair.join('=')).join('; ')
  const me = (at: 0 | 1) =>
    houses[at].raw('/v1/me', { headers: { Cookie, 'Leeway-Page-Key': [one, other][at]?.pageKey ?? '' } })
  expect([(await me(0)).status, (await me(1)).status]).toEqual([200, 200])
  const gone = { method: 'DELETE', headers: { ...one.headers, Cookie } }
  const cleared = (await houses[0].raw('/v1/sign-ins/current', gone)).headers.get('set-cookie') ?? ''
  expect(cleared).toMatch(/Max-Age=0/)
  expect(cleared.split('=')[0]).toBe(one.cookie.split('=')[0])
  expect([(await me(0)).status, (await me(1)).status]).toEqual([401, 200])
})

const putSolo = (house: ServedHouse, headers: Record<string, string>) =>
  house.raw('/v1/settings', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: '{"solo":true}',
  })

test('a link signs a browser in once, and the code never reaches the server by itself', async () => {
  const house = await aServedHouse()
  const { link, response, setCookie, headers } = await signedIn(house)
  expect(response.status).toBe(200)
  expect(new URL(link).search).toBe('')
  expect(setCookie).toMatch(/^leeway_session_\d+=lwc_\S+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/)
  const me = await house.raw('/v1/me', { headers })
  expect(await me.json()).toMatchObject({ caller: 'admin', id: 'ada' })
  const again = await house.raw('/v1/sign-ins', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: new URL(link).hash.slice(1) }),
  })
  expect(again.status).toBe(401)
  expect(await house.log('token_issued')).toHaveLength(3)
})

test('a link of somebody else asks before it takes a browser over, and is not used up by that', async () => {
  const house = await aServedHouse()
  const { headers } = await signedIn(house)
  const follow = async (link: string, more: object, by: Record<string, string>) => {
    const body = JSON.stringify({ code: new URL(link).hash.slice(1), ...more })
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json', ...by }, body }
    const response = await house.raw('/v1/sign-ins', sent)
    return { cookie: response.headers.get('set-cookie'), said: await response.json() }
  }
  const rob = await house.server.signInLink(house.tokens.reviewer)
  const asked = await follow(rob, {}, headers)
  expect(asked).toMatchObject({
    cookie: null,
    said: { code: 'signed_in_as_other', details: { signed_in: 'ada', link: 'rob' } },
  })
  expect((await house.raw('/v1/me', { headers })).status).toBe(200)
  expect((await follow(rob, { instead: true }, headers)).said).toMatchObject({ person: { id: 'rob' } })
  // One's own link, and a browser in which nobody is signed in any more, are not asked.
  expect((await follow(await house.server.signInLink(house.token), {}, headers)).said).toMatchObject({
    person: { id: 'ada' },
  })
  const half = { Cookie: headers.Cookie }
  expect((await follow(await house.server.signInLink(house.tokens.viewer), {}, half)).said).toMatchObject({
    person: { id: 'vic' },
  })
})

test('invariant 17: a cookie, which every port of the host is sent, is worth nothing on any route without what only our page knows', async () => {
  const house = await aServedHouse({ limits: { ...USUAL_LIMITS, anonymous: { perSecond: 1000, burst: 1000 } } })
  const { cookie, headers, secret } = await signedIn(house)
  const other = await signedIn(house)
  const followed = createHmac('sha256', secret).update('csrf').digest('base64url')
  const wrong: string[] = []
  for (const [name, operation] of all) {
    if (operation.callers === 'anyone') continue
    for (const pageKey of [undefined, '', secret, followed, other.pageKey]) {
      const half = { Cookie: cookie, ...(pageKey !== undefined && { 'Leeway-Page-Key': pageKey }) }
      const code = await refusal(await send(house, operation, half))
      if (code !== 'not_signed_in') wrong.push(`${name} with ${pageKey}: ${code}`)
    }
    const whole = await refusal(await send(house, operation, headers))
    const may = operation.callers.includes('admin') ? undefined : 'not_authorised'
    if (whole !== may && name !== 'sign_out') wrong.push(`${name} with both: ${whole}`)
    if (name === 'sign_out') Object.assign(headers, (await signedIn(house)).headers)
  }
  expect(wrong).toEqual([])
})

test('whoever has the cookie alone is told what to do, and no answer gives the other half away', async () => {
  const house = await aServedHouse()
  const { cookie, pageKey, headers } = await signedIn(house)
  const refused = await house.raw('/v1/me', { headers: { Cookie: cookie } })
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ code: 'not_signed_in', details: { next: /^Sign in again/ } })
  for (const path of ['/v1/me', '/v1/people', '/v1/tokens', '/v1/events?type=token_issued']) {
    const told = await (await house.raw(path, { headers })).text()
    expect(told).not.toContain(pageKey)
  }
  expect((await putSolo(house, headers)).status).toBe(200)
})

test('signing out, a new token and being let go each end a browser’s session', async () => {
  const house = await aServedHouse()
  const zoe = await house.addPerson('zoe', 'reviewer')
  const sees = async ({ headers }: { headers: Record<string, string> }) =>
    (await house.raw('/v1/me', { headers })).status

  const first = await signedIn(house, zoe)
  const gone = { method: 'DELETE', headers: first.headers }
  expect((await house.raw('/v1/sign-ins/current', gone)).headers.get('set-cookie')).toContain('Max-Age=0')
  expect(await sees(first)).toBe(401)

  const second = await signedIn(house, zoe)
  const { token } = await house.as('admin').call('renew_person', { person: 'zoe' as never })
  expect(await sees(second)).toBe(401)

  const third = await signedIn(house, token)
  expect(await sees(third)).toBe(200)
  await house.as('admin').call('revoke_person', { person: 'zoe' as never })
  expect(await sees(third)).toBe(401)
})

test('a browser stays signed in over a restart of the server at its port', async () => {
  const house = await aServedHouse()
  const { headers } = await signedIn(house)
  await house.server.close()
  const again = await house.serveAgain({ address: { port: Number(new URL(house.url).port) } })
  const me = await fetch(`${again.url}/v1/me`, { headers })
  expect(me.status).toBe(200)
})

test('a person signs in with their own token, a program never', async () => {
  const house = await aServedHouse()
  const signIn = (token: string) =>
    house.raw('/v1/sign-ins', { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
  expect((await signIn(house.tokens.viewer)).status).toBe(200)
  for (const caller of ['agent', 'service'] as const) expect((await signIn(house.tokens[caller])).status).toBe(403)
})

test('a token that was revoked is worth nothing, and none is made that is over', async () => {
  const house = await aServedHouse()
  const admin = house.as('admin')
  const issued = await admin.call('issue_token', { kind: 'agent', name: 'scout' })
  await admin.call('revoke_token', { token: issued.token.id })
  expect(await codeOf(house.as({ token: issued.secret }).call('read_me', {}))).toBe('not_signed_in')
  const expires_at = '2020-01-01T00:00:00Z'
  expect(await codeOf(admin.call('issue_token', { kind: 'service', name: 'ci', expires_at }))).toBe('invalid_input')
})

test.for(['agent', 'service', 'viewer'] as const)('%s can’t decide, whatever it is about', async (caller: Caller) => {
  const house = await aServedHouse()
  const { id: checkpoint, content_hash } = await house.hold()
  for (const answer of ['approve', 'reject', 'edit'] as const) {
    const review = { answer, reason: 'Because.', ...(answer === 'edit' && { args: {} }) } as never
    const said = await codeOf(house.as(caller).call('answer_checkpoint', { checkpoint, content_hash, review }))
    expect(said).toBe(caller === 'viewer' ? 'not_authorised' : 'actor_not_human')
  }
  expect((await house.as('agent').call('read_checkpoint', { checkpoint })).checkpoint).toMatchObject({
    status: 'pending',
    votes: [],
  })
})

test('a token that is revoked while its agent waits for news brings none', async () => {
  const house = await aServedHouse()
  const { token, secret } = await house.as('admin').call('issue_token', { kind: 'agent', name: 'scout' })
  const agent = house.as({ token: secret })
  const { id: checkpoint } = await house.hold()
  const { etag = '' } = await agent.get('read_checkpoint', { checkpoint })
  const told = codeOf(agent.get('read_checkpoint', { checkpoint, wait: 20 }, { etag }))
  const presence = async () => (await house.as('viewer').call('read_checkpoint', { checkpoint })).presence?.is
  await expect.poll(presence).toBe('waiting')
  await house.as('admin').call('revoke_token', { token: token.id })
  await house.answer(checkpoint, { answer: 'approve' })
  expect(await told).toBe('not_signed_in')
})

test('a program that wants what only people may leaves a trace, once a minute and not more', async () => {
  const house = await aServedHouse()
  const { id, content_hash } = await house.hold()
  const answer = { checkpoint: id, content_hash, review: { answer: 'approve' } } as const
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await codeOf(house.as('agent').call('answer_checkpoint', answer))).toBe('actor_not_human')
  }
  expect(
    await codeOf(house.as('service').call('set_kill_switch', { halt: { of: 'all' }, on: false, reason: 'x' })),
  ).toBe('actor_not_human')
  expect(await codeOf(house.as('viewer').call('answer_checkpoint', answer))).toBe('not_authorised')
  expect((await house.log('access_denied')).map(({ actor, data }) => [actor, data])).toEqual([
    [
      { kind: 'agent', id: 'scout' },
      { wanted: 'answer_checkpoint', why: 'actor_not_human' },
    ],
    [
      { kind: 'service', id: 'ci' },
      { wanted: 'set_kill_switch', why: 'actor_not_human' },
    ],
  ])
})
