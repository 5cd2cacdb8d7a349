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
  ['a key', { A: 'open' }, { open: ['open'] }, { '[secret]': ['[secret]'] }],
] as const)('no part of a secret is written down: %s', async ([, secrets, value, hidden]) => {
  expect(await written(secrets, value)).toEqual(hidden)
})
