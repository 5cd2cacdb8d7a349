import { expect, test } from 'vitest'
import { revealSecrets } from './secrets.ts'

/** What is written down of a text after these secrets were used. */
async function written(secrets: Readonly<Record<string, string>>, value: unknown): Promise<unknown> {
  const references = Object.keys(secrets).map((name) => ({ $secret: name }))
  const { hide } = await revealSecrets(references, (name) => secrets[name])
  return hide(value)
}

test.for([
  ['once and again', { A: 'open' }, 'open, open!', '[secret], [secret]!'],
  ['one that begins with another', { A: 'key', B: 'key-7Kq9' }, 'it is key-7Kq9', 'it is [secret]'],
  ['one that ends with another', { A: '7Kq9', B: 'key-7Kq9' }, 'it is key-7Kq9', 'it is [secret]'],
  ['one with another in its middle', { A: 'y-7', B: 'key-7Kq9' }, 'it is key-7Kq9', 'it is [secret]'],
  ['two that run into each other', { A: 'abcd', B: 'cdef' }, 'abcdef', '[secret]'],
  ['one that repeats itself', { A: 'aba' }, 'ababa', '[secret]'],
  ['two in a row', { A: 'ab', B: 'cd' }, 'abcd', '[secret][secret]'],
  ['a number', { A: '83920174' }, { pin: 83920174, other: 8 }, { pin: '[secret]', other: 8 }],
  ['as JSON writes it', { A: 'a"b\\c' }, JSON.stringify({ pass: 'a"b\\c' }), '{"pass":"[secret]"}'],
  ['as an address writes it', { A: 'a/b c' }, 'https://x/?p=a%2Fb%20c&q=1', 'https://x/?p=[secret]&q=1'],
  ['as base64 writes it', { A: 'hunter2!' }, 'Bearer aHVudGVyMiE=', 'Bearer [secret]='],
  ['as base64 for addresses writes it', { A: '~~~???' }, 'fn5-Pz8_ and fn5+Pz8/', '[secret] and [secret]'],
  ['as a form writes it', { A: "it's a (b)~c!" }, 'p=it%27s+a+%28b%29%7Ec%21&q=1', 'p=[secret]&q=1'],
  ['in small digits', { A: 'a/b c' }, 'p=a%2fb%20c p=a%2fb+c', 'p=[secret] p=[secret]'],
  ['a key', { A: 'open' }, { open: ['open'] }, { '[secret]': ['[secret]'] }],
] as const)('no part of a secret is written down: %s', async ([, secrets, value, hidden]) => {
  expect(await written(secrets, value)).toEqual(hidden)
})

test.for(['', 'u', 'us', 'use', 'user:', 'admin:'])(
  'a secret behind %j is not readable out of base64',
  async (before) => {
    const secret = 'correct horse 7'
    for (const after of ['', ':', ':x', ' and more']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = `Basic ${Buffer.from(before + secret + after).toString(encoding)}`
        const kept = String(await written({ A: secret }, text))
        expect(kept).toContain('[secret]')
        const readable = kept.split(/\[secret\]|Basic /).map((part) => Buffer.from(part, encoding).toString())
        expect(readable.join()).not.toMatch(/rect|horse/)
      }
    }
  },
)

test('a short secret does not take pieces of other texts with it', async () => {
  const text = 'YWJjZGVm and all of this'
  expect(await written({ A: 'abc' }, text)).toBe('[secret]ZGVm and all of this')
})
