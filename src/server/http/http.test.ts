import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { codeOf } from '../../testing/desk-folder.ts'
import { aServedHouse, type ServedHouse } from '../../testing/served-house.ts'
import { USUAL_LIMITS } from './limits.ts'

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A request with headers that `fetch` would not send. */
function ask(house: ServedHouse, target: string, headers: Record<string, string>): Promise<Raw> {
  const [method = '', path = ''] = target.includes(' ') ? target.split(' ') : ['GET', target]
  const { port } = new URL(house.url)
  const { promise, resolve, reject } = Promise.withResolvers<Raw>()
  const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
    let body = ''
    response.on('data', (chunk) => {
      body += chunk
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

test('the server answers to its own names only, with their port', async () => {
  const house = await aServedHouse()
  const { port } = new URL(house.url)
  const status = async (host: string) => (await ask(house, '/v1/health', { Host: host })).status
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
    expect(await status(host)).toBe(200)
  }
  for (const host of ['127.0.0.1', `evil.example:${port}`, `localhost.evil.example:${port}`, `127.0.0.1:${port}1`]) {
    expect(await status(host)).toBe(421)
  }
  expect((await ask(house, '/', { Host: `evil.example:${port}` })).status).toBe(421)
})

test('a page of another site gets no data, with or without a cookie', async () => {
  const house = await aServedHouse()
  const { port } = new URL(house.url)
  const from = async (headers: Record<string, string>) => (await ask(house, '/v1/health', headers)).status
  expect(await from({ Origin: house.url, 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
  expect(await from({ Origin: `http://localhost:${port}` })).toBe(200)
  for (const origin of [
    'http://evil.example',
    'null',
    `https://127.0.0.1:${port}`,
    'http://127.0.0.1',
    `x${house.url}`,
  ]) {
    expect(await from({ Origin: origin })).toBe(403)
  }
  for (const site of ['cross-site', 'same-site']) expect(await from({ 'Sec-Fetch-Site': site })).toBe(403)
  // The whole address instead of the path leads to the same route, and to the same refusal.
  const whole = await ask(house, `GET ${house.url}/v1/health`, { Origin: 'http://evil.example' })
  expect(whole.status).toBe(403)
  expect((await ask(house, 'OPTIONS /v1/jobs', { Origin: 'http://evil.example' })).headers).not.toHaveProperty(
    'access-control-allow-origin',
  )
  expect((await ask(house, '/', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(200)
})

test('every answer carries the headers that keep a browser from running or showing it elsewhere', async () => {
  const house = await aServedHouse()
  for (const path of ['/v1/health', '/v1/me', '/v1/nothing', '/', '/sign-in', '/reference', '/nothing.js']) {
    const { headers } = await house.raw(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }
  expect((await house.raw('/v1/me')).headers.get('cache-control')).toBe('no-store')
})

const BODIES: readonly (readonly [what: string, body: string | Uint8Array<ArrayBuffer>, code: string])[] = [
  ['no JSON', 'hello', 'invalid_input'],
  ['half of a JSON', '{"agent": "scout"', 'invalid_input'],
  ['a list', '[]', 'invalid_input'],
  ['null', 'null', 'invalid_input'],
  ['a key twice', '{"agent":"scout","agent":"other"}', 'invalid_input'],
  ['a forbidden key', '{"agent":"scout","__proto__":{}}', 'invalid_input'],
  ['a number without end', '{"agent":"scout","input":1e999}', 'invalid_input'],
  ['half a character', '{"agent":"scout","title":"\\ud800"}', 'invalid_input'],
  ['no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_input'],
  ['bottomless nesting', `{"agent":"scout","input":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'invalid_input'],
  ['an unknown key', '{"agent":"scout","agnet":1}', 'invalid_input'],
  ['a wrong type', '{"agent":7}', 'invalid_input'],
  ['an unknown preset', '{"agent":"scout","policy":"jobs/fulll"}', 'invalid_input'],
  ['too much', `{"agent":"${'x'.repeat(1024 * 1024)}"}`, 'body_too_large'],
]

test('the time that an answer says is the one that judges deadlines, and not that of the machine', async () => {
  const house = await aServedHouse()
  const headers = { Authorization: `Bearer ${house.tokens.viewer}` }
  const said = async () => Date.parse((await house.raw('/v1/me', { headers })).headers.get('date') ?? '')
  const now = Date.now() + 86_400_000
  vi.useFakeTimers({ now, toFake: ['Date'] })
  try {
    expect(Math.abs((await said()) - now)).toBeLessThan(60_000)
    // What is over stays over, wherever the clock of the machine is set.
    vi.setSystemTime(now - 7_200_000)
    expect(Math.abs((await said()) - now)).toBeLessThan(60_000)
  } finally {
    vi.useRealTimers()
  }
})

test('a refusal and a stream say the same time as every other answer', async () => {
  const house = await aServedHouse()
  const headers = { Authorization: `Bearer ${house.tokens.viewer}` }
  const said = async (path: string, given: Readonly<Record<string, string>> = headers) =>
    Date.parse((await house.raw(path, { headers: given })).headers.get('date') ?? '')
  const now = Date.now() + 86_400_000
  vi.useFakeTimers({ now, toFake: ['Date'] })
  try {
    await said('/v1/me')
    vi.setSystemTime(now - 7_200_000)
    expect(Math.abs((await said('/v1/jobs/job_none')) - now)).toBeLessThan(60_000)
    expect(Math.abs((await said('/v1/me', {})) - now)).toBeLessThan(60_000)
    const stream = await house.raw('/v1/events/stream', { headers })
    await stream.body?.cancel()
    expect(Math.abs(Date.parse(stream.headers.get('date') ?? '') - now)).toBeLessThan(60_000)
  } finally {
    vi.useRealTimers()
  }
})

test('an answer that was waited for says when it was given', async () => {
  const house = await aServedHouse()
  const headers = { Authorization: `Bearer ${house.tokens.viewer}` }
  const { last } = (await (await house.raw('/v1/events?after=1000000', { headers })).json()) as { last: number }
  const began = Date.now()
  const waited = await house.raw(`/v1/events?after=${last}&wait=3`, { headers })
  expect(Date.parse(waited.headers.get('date') ?? '')).toBeGreaterThan(began + 1500)
})

test('a body that cannot be read strictly, or is too large, is refused by the table', async () => {
  const house = await aServedHouse()
  const said: unknown[] = []
  for (const [what, body] of BODIES) {
    const headers = { Authorization: `Bearer ${house.tokens.service}`, 'Content-Type': 'application/json' }
    const response = await house.raw('/v1/jobs', { method: 'POST', headers, body })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    said.push([what, body, ((await response.json()) as { code: string }).code])
  }
  expect(said).toEqual(BODIES)
  expect(await house.log('job_started')).toEqual([])
})

test('a body is cut off where it grows too large, also when nobody says how long it is', async () => {
  const house = await aServedHouse()
  const chunk = new Uint8Array(64 * 1024).fill(0x20)
  let sent = 0
  const body = new ReadableStream({
    pull: (stream) => {
      sent += 1
      if (sent > 100) stream.close()
      else stream.enqueue(chunk)
    },
  })
  const headers = { Authorization: `Bearer ${house.tokens.service}`, 'Content-Type': 'application/json' }
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  expect(await (await house.raw('/v1/jobs', init)).json()).toMatchObject({ code: 'body_too_large', status: 413 })
  expect((await house.raw('/v1/health')).status).toBe(200)
})

test('a body that says nothing of its type, or is a form, is not read', async () => {
  const house = await aServedHouse()
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { Authorization: `Bearer ${house.tokens.service}`, 'Content-Type': type }
    const response = await house.raw('/v1/jobs', { method: 'POST', headers, body: '{"agent":"scout"}' })
    expect(await response.json()).toMatchObject({ status: 415, code: 'not_json' })
  }
})

test.for([
  ['application/json', {}, true],
  ['application/json; charset=utf-8', {}, true],
  ['Application/JSON;charset="UTF-8"', {}, true],
  ['application/json', { 'Content-Encoding': 'identity' }, true],
  ['application/json; charset=utf-16', {}, false],
  ['application/json; charset=utf-8; charset=utf-7', {}, false],
  ['application/json; charset', {}, false],
  ['application/json', { 'Content-Encoding': 'gzip' }, false],
  ['application/json', { 'Content-Encoding': 'identity, gzip' }, false],
] as const)('a body is read as what it says it is, or not at all: %s %j', async ([type, said, isRead]) => {
  const house = await aServedHouse()
  const headers = { Authorization: `Bearer ${house.tokens.service}`, 'Content-Type': type, ...said }
  const response = await house.raw('/v1/jobs', { method: 'POST', headers, body: '{"nothing":1}' })
  expect(((await response.json()) as { readonly code: string }).code).toBe(isRead ? 'invalid_input' : 'not_json')
})

const PATHS: readonly (readonly [path: string, status: number])[] = [
  ['/v1/checkpoints?limit=0', 422],
  ['/v1/checkpoints?limit=x', 422],
  ['/v1/checkpoints?limit=1e9', 422],
  ['/v1/checkpoints?limit=5&limit=6', 422],
  ['/v1/checkpoints?status=nonsense', 422],
  ['/v1/checkpoints?unknown=1', 422],
  ['/v1/checkpoints?newest_first=yes', 422],
  ['/v1/checkpoints?after=%00', 422],
  ['/v1/checkpoints?agent=%ff', 422],
  ['/v1/checkpoints?agent=%zz', 422],
  ['/v1/checkpoints/%2e%2e%2f', 422],
  ['/v1/checkpoints/%ff', 422],
  ['/v1/checkpoints/chk_not_there', 404],
  ['/v1/jobs/__proto__', 422],
  ['/v1/jobs/constructor', 404],
  ['/v1/jobs/x?job=y', 422],
  ['/v1/jobs/job_1/policies/sha256:nonsense', 422],
  ['/v1/nothing', 404],
  ['/v1/', 404],
  ['/v1/events?after=-1', 422],
  ['/v1/events?wait=31', 422],
  ['/nothing.txt', 404],
  ['/../../etc/passwd.txt', 404],
  ['/%2e%2e/%2e%2e/etc/passwd.txt', 404],
]

test('a path or query that means nothing is refused by the table', async () => {
  const house = await aServedHouse()
  const said: unknown[] = []
  for (const [path] of PATHS) {
    const answer = await ask(house, path, { Authorization: `Bearer ${house.tokens.viewer}` })
    expect(answer.headers['content-type']).toBe('application/problem+json')
    said.push([path, answer.status])
  }
  expect(said).toEqual(PATHS)
})

test('another method is refused with those that there are', async () => {
  const house = await aServedHouse()
  const answer = await ask(house, 'DELETE /v1/kill-switch', {})
  expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, PUT'])
})

test('what is no HTTP at all is turned away, and the server goes on', async () => {
  const house = await aServedHouse()
  const { port } = new URL(house.url)
  for (const bytes of ['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`]) {
    const socket = connect(Number(port), '127.0.0.1')
    const { promise, resolve } = Promise.withResolvers<string>()
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('close', () => resolve(said))
    socket.on('error', () => undefined)
    socket.end(bytes)
    expect(await promise).toMatch(/^HTTP\/1\.1 4\d\d /)
  }
  expect((await house.raw('/v1/health')).status).toBe(200)
})

test('an idempotency key is visible ASCII', async () => {
  const house = await aServedHouse()
  for (const key of ['a b', 'x'.repeat(256)]) {
    const headers = {
      Authorization: `Bearer ${house.tokens.service}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    }
    expect((await house.raw('/v1/jobs', { method: 'POST', headers, body: '{"agent":"scout"}' })).status).toBe(422)
  }
})

const PLENTY = { perSecond: 1000, burst: 1000 }

test('whoever asks too much waits, and nobody else notices', async () => {
  const each = { perSecond: 0.001, burst: 20 }
  const house = await aServedHouse({ limits: { ...USUAL_LIMITS, each } })
  const me = (token: string) => house.raw('/v1/me', { headers: { Authorization: `Bearer ${token}` } })
  const said: number[] = []
  for (let count = 0; count < 25; count += 1) said.push((await me(house.tokens.viewer)).status)
  expect(said.filter((status) => status === 200)).toHaveLength(20)
  const refused = await me(house.tokens.viewer)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await me(house.tokens.reviewer)).status).toBe(200)
})

test('whoever guesses at credentials is slowed down, but keeps nobody out at the same address', async () => {
  const anonymous = { perSecond: 0.001, burst: 3 }
  const house = await aServedHouse({ limits: { ...USUAL_LIMITS, each: PLENTY, anonymous } })
  const me = async (token: string) =>
    (await house.raw('/v1/me', { headers: { Authorization: `Bearer ${token}` } })).status
  const guesses: number[] = []
  for (let count = 0; count < 5; count += 1) guesses.push(await me('lwy_guess'))
  expect(guesses).toEqual([401, 401, 401, 429, 429])
  expect(await me(house.tokens.viewer)).toBe(200)
})

test('whoever floods the server keeps nobody at the same address from signing in, and sign-ins have a share of their own', async () => {
  const few = { perSecond: 0.001, burst: 3 }
  const house = await aServedHouse({ limits: { ...USUAL_LIMITS, each: PLENTY, anonymous: few, signIns: few } })
  const ask = async (method: string, path: string, token: string) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    return (await house.raw(path, { method, headers, ...(method === 'POST' && { body: '{}' }) })).status
  }
  for (let count = 0; count < 4; count += 1) await ask('GET', '/v1/me', 'lwy_guess')
  expect(await ask('GET', '/v1/me', 'lwy_guess')).toBe(429)
  expect(await ask('POST', '/v1/sign-ins', house.tokens.reviewer)).toBe(200)
  const guesses: number[] = []
  for (let count = 0; count < 3; count += 1) guesses.push(await ask('POST', '/v1/sign-ins', 'lwy_guess'))
  expect(guesses).toEqual([401, 401, 429])
})

test('a flood of what is no operation is slowed down as well', async () => {
  const anonymous = { perSecond: 0.001, burst: 3 }
  const house = await aServedHouse({ limits: { ...USUAL_LIMITS, each: PLENTY, anonymous } })
  const ask = async (path: string, method: string) => {
    const { status, headers } = await house.raw(path, { method })
    return [status, headers.get('retry-after')]
  }
  expect(await ask('/v1/me', 'OPTIONS')).toEqual([405, null])
  expect(await ask('/v1/nowhere', 'GET')).toEqual([404, null])
  expect(await ask('/v1/me', 'DELETE')).toEqual([405, null])
  for (const [path, method] of [
    ['/v1/me', 'OPTIONS'],
    ['/v1/nowhere', 'GET'],
    ['/v1/nowhere', 'HEAD'],
    ['/v1/events/stream', 'HEAD'],
    ['/', 'HEAD'],
    ['/', 'OPTIONS'],
    ['/assets/nothing.js', 'HEAD'],
  ] as const)
    expect(await ask(path, method)).toEqual([429, '1'])
  // Pages are no data, and are there for whoever was slowed down.
  expect((await ask('/sign-in', 'GET'))[0]).toBe(200)
})

test('whoever floods pages waits for pages, and for nothing else', async () => {
  const house = await aServedHouse({ limits: { ...USUAL_LIMITS, pages: { perSecond: 0.001, burst: 3 } } })
  const statuses = await Promise.all(
    ['/', '/sign-in', '/nothing.js', '/', '/sign-in'].map(async (path) => {
      const { status, headers } = await house.raw(path)
      return [status === 429, headers.get('retry-after')]
    }),
  )
  expect(statuses.filter(([isLate]) => isLate)).toEqual([
    [true, '1'],
    [true, '1'],
  ])
  expect((await house.raw('/v1/health')).status).toBe(200)
})

test('programs that fill the server do not keep a person from halting them', async () => {
  const house = await aServedHouse({ limits: { ...USUAL_LIMITS, programsAtOnce: 2 } })
  const agent = house.as('agent')
  const { id: checkpoint } = await house.hold()
  const { etag = '' } = await agent.get('read_checkpoint', { checkpoint })
  const stop = new AbortController()
  const wait = () => agent.get('read_checkpoint', { checkpoint, wait: 30 }, { etag, signal: stop.signal })
  const waits = [wait(), wait()].map((one) => one.catch(() => undefined))
  await expect.poll(async () => codeOf(agent.call('read_me', {})), { timeout: 10_000 }).toBe('overloaded')
  const halt = { halt: { of: 'all' }, on: true, reason: 'Too much.' } as const
  expect((await house.as('reviewer').call('set_kill_switch', halt)).all).toMatchObject({ by: 'rob' })
  stop.abort()
  await Promise.all(waits)
})
