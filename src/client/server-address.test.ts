import { expect, test } from 'vitest'
import { codeOf } from '../testing/desk-folder.ts'
import { ApiClient } from './api-client.ts'
import { openLeeway } from './open-leeway.ts'

const TOKEN = 'lwa_secret'

/** Counts what would have been sent. */
function aWire() {
  const sent: string[] = []
  const fetching = async (url: unknown) => {
    sent.push(String(url))
    throw new TypeError('fetch failed')
  }
  return { sent, fetch: fetching as typeof fetch }
}

test.for([
  'notaurl',
  '',
  'localhost:7317',
  'ftp://leeway.example',
  'http://',
  'https://leeway.example?a=b',
  'https://leeway.example#a',
  'https://ann:secret@leeway.example',
  'https:ann:secret@leeway.example',
  'https://ann:or/secret@leeway.example',
  'https://leeway.example/?token=secret',
  'https://leeway.example/#secret',
])('%j is told to be no address, with one that would be', async (url) => {
  const said = /is no address of a server, such as https:\/\/leeway\.example or http:\/\/127\.0\.0\.1:7317\./
  await expect(openLeeway({ url, token: TOKEN })).rejects.toThrow(said)
  await expect(openLeeway({ url, token: TOKEN })).rejects.not.toThrow('secret')
  expect(() => new ApiClient({ url, token: TOKEN, proxy: true })).toThrow(said)
})

// biome-ignore format: a table
test.for([
  ['http://leeway.example',            false],
  ['http://192.168.1.7:7317',          false],
  ['http://127.0.0.1.evil.example',    false],
  ['http://localhost.evil.example',    false],
  ['http://0.0.0.0:7317',              false],
  ['http://[::ffff:10.0.0.1]:7317',    false],
  ['HTTP://LEEWAY.EXAMPLE',            false],
  ['https://leeway.example',           true],
  ['https://leeway.example/below',     true],
  ['http://127.0.0.1:7317',            true],
  ['http://127.1:7317',                true],
  ['http://localhost:7317',            true],
  ['http://[::1]:7317',                true],
] as const)('a token goes to %s: %s', async ([url, goes]) => {
  const { sent, fetch } = aWire()
  const ask = async (proxy: boolean) => new ApiClient({ url, token: TOKEN, fetch, proxy }).call('read_me', {})
  expect(await codeOf(ask(false))).toBe(goes ? 'server_unreachable' : 'unsafe_address')
  expect(sent).toHaveLength(goes ? 1 : 0)
  // Somebody says that the way is encrypted all the same.
  expect(await codeOf(ask(true))).toBe('server_unreachable')
})

test('whoever opens the client is told how to reach the server safely, and nothing was sent', async () => {
  await expect(openLeeway({ url: 'http://leeway.example', token: TOKEN })).rejects.toMatchObject({
    code: 'unsafe_address',
    message: expect.stringContaining('in the clear'),
    details: { next: expect.stringContaining('proxy: true') },
  })
})
