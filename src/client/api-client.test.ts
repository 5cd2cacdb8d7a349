import { expect, test } from 'vitest'
import type { OperationName } from '../api/operations.ts'
import { codeOf } from '../testing/desk-folder.ts'
import { ApiClient } from './api-client.ts'
import { PageClient } from './page-client.ts'
import { patiently } from './patience.ts'

/** A server, or whatever answers in its place, that always says the same. */
function answering(body: string | ReadableStream | null, init: ResponseInit = {}) {
  const said = async () => new Response(body, { headers: { 'content-type': 'application/json' }, ...init })
  return { url: 'http://127.0.0.1:1', token: 'lw_agent_x', fetch: said }
}

const PAGE = { headers: { 'content-type': 'text/html' } }
const CLAIM = { checkpoint: 'chk_1', content_hash: 'sha256:1', session: 'process-1' } as never
const cutOff = () =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"conte'))
      controller.error(new TypeError('terminated'))
    },
  })

test.for([
  ['an empty object', '{}', {}],
  ['the answer to something else', '{"status":"ok"}', {}],
  ['a page', '<html>We are back soon</html>', PAGE],
  ['a page with the wrong label', '<html>We are back soon</html>', {}],
  ['a list', '[]', {}],
  ['nothing', '', {}],
  ['nothing new, where nothing was known', null, { status: 304 }],
  ['a page of a gateway that reaches nobody', '<html>Bad gateway</html>', { status: 502, ...PAGE }],
] as const)('%s is no answer, and is asked for again', async ([, body, init]) => {
  const asked = new ApiClient(answering(body, init)).call('claim_approval', CLAIM)
  expect(await codeOf(asked)).toBe('unreadable_answer')
})

test('a server that is not there is no busy one: it is named, with what to do, and worth another try', async () => {
  const refused = async () => Promise.reject(new TypeError('fetch failed'))
  const asked = (url?: string) =>
    new ApiClient({ ...(url !== undefined && { url }), fetch: refused }).call('read_me', {}).catch((error) => error)
  expect(await asked('http://127.0.0.1:1')).toMatchObject({
    code: 'server_unreachable',
    message: 'No server answers at http://127.0.0.1:1.',
    details: { url: 'http://127.0.0.1:1', next: expect.stringContaining('leeway up') },
  })
  const ofPage = await asked()
  expect(ofPage).toMatchObject({ code: 'server_unreachable', message: 'The server of this page does not answer.' })
  expect(ofPage.details.url).toBeUndefined()
})

test('whoever calls patiently asks an absent server again', async () => {
  let calls = 0
  const api = new ApiClient({
    url: 'http://127.0.0.1:1',
    fetch: async () => {
      calls += 1
      return Promise.reject(new TypeError('fetch failed'))
    },
  })
  expect(await codeOf(patiently(() => api.call('read_me', {}), { tries: 2 }))).toBe('server_unreachable')
  expect(calls).toBe(2)
})

test('an answer that was cut off is asked for again', async () => {
  const asked = new ApiClient(answering(cutOff())).call('claim_approval', CLAIM)
  await expect(asked).rejects.toThrow('it was cut off')
})

test('what does not fit is named with its place, and what to look at', async () => {
  const asked = new ApiClient(answering('{"status":"fine"}')).call('read_health', {})
  await expect(asked).rejects.toMatchObject({
    code: 'unreadable_answer',
    message: expect.stringContaining('"read_health" at "/status"'),
    details: { next: expect.stringContaining('a proxy in between') },
  })
})

test('a refusal of somebody in between stays one', async () => {
  const asked = new ApiClient(answering('<html>No</html>', { status: 403, ...PAGE })).call('read_health', {})
  expect(await codeOf(asked)).toBe('internal')
})

test('a page is no stream of events', async () => {
  const opened = new ApiClient(answering('<html>Hello</html>', PAGE)).open('stream_events', {})
  expect(await codeOf(opened)).toBe('unreadable_answer')
})

test('the client of a page loads no schemas, and still takes no other page for an answer', async () => {
  const ask = (body: string) => new PageClient(answering(body)).call('read_health' satisfies OperationName, {})
  expect(await ask('{"status":"fine"}')).toEqual({ status: 'fine' })
  expect(await codeOf(ask('<html>We are back soon</html>'))).toBe('unreadable_answer')
})
