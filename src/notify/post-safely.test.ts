import { expect, test } from 'vitest'
import { aReceiver } from '../testing/receiver.ts'
import { type Found, type Posting, postSafely } from './post-safely.ts'

const LOOPBACK: Found = { address: '127.0.0.1', family: 4 }
const PUBLIC: Found = { address: '93.184.216.34', family: 4 }

function posting(given: Partial<Posting>): Posting {
  return {
    url: 'https://example.org/',
    body: '{}',
    headers: {},
    isPrivate: false,
    signal: AbortSignal.timeout(5000),
    ...given,
  }
}

test.for([
  ['this machine', 'https://127.0.0.1/'],
  ['this machine in one number', 'https://2130706433/'],
  ['this machine in IPv6', 'https://[::1]/'],
  ['this machine as IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/'],
  ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data'],
  ['a private network', 'https://192.168.0.1/'],
  ['no https', 'http://93.184.216.34/'],
  ['a name and a password', 'https://ann:secret@93.184.216.34/'],
  ['a file', 'file:///etc/passwd'],
] as const)('nothing is sent to %s', async ([, url]) => {
  await expect(postSafely(posting({ url }))).rejects.toMatchObject({ code: 'unsafe_address' })
})

test('nothing is sent to a name with one address inside, whatever the others are', async () => {
  for (const found of [[LOOPBACK], [PUBLIC, LOOPBACK], [PUBLIC, { address: '::1', family: 6 }], []]) {
    const sent = postSafely(posting({ lookup: async () => found }))
    await expect(sent).rejects.toMatchObject({ code: 'unsafe_address' })
  }
})

test('a name is looked up once, and the connection goes where was checked, whatever the name says next', async () => {
  const { received, port } = await aReceiver(204)
  let asked = 0
  const lookup = async () => {
    asked += 1
    return [asked === 1 ? LOOPBACK : PUBLIC]
  }
  const url = `http://no-such-name.invalid:${port}/told`
  expect(await postSafely(posting({ url, isPrivate: true, lookup }))).toBe(204)
  expect(asked).toBe(1)
  expect(received[0]?.headers['host']).toBe(`no-such-name.invalid:${port}`)
})

test('no redirect is followed', async () => {
  const { received, url } = await aReceiver(302)
  expect(await postSafely(posting({ url, isPrivate: true }))).toBe(302)
  expect(received).toHaveLength(1)
})
