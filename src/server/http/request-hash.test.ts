import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { requestHash } from './request-hash.ts'

const long = (letter: string) => letter.repeat(100_000)

test('requests that differ have different names, however long they are', () => {
  const inputs = [{ a: long('x') }, { a: long('y') }, { a: 'x' }, { a: [long('x')] }, { b: long('x') }, { a: null }, {}]
  const names = inputs.map((input) => requestHash('ask', input))
  expect(new Set([...names, requestHash('answer', inputs[0])]).size).toBe(inputs.length + 1)
  expect(requestHash('ask', { a: long('x') })).toBe(names[0])
})

test('the hash of a long text in its place names another request', () => {
  const name = requestHash('ask', { a: long('x') })
  const digest = hash('sha256', long('x'))
  for (const a of [digest, `long ${digest}`, { long_text: digest }, [digest]]) {
    expect(requestHash('ask', { a })).not.toBe(name)
  }
})

test('what proves presence is no part of the name', () => {
  const bare = requestHash('ask', { a: 1 })
  expect(requestHash('ask', { a: 1, passphrase: 'x', code: 'y', assertion: {} })).toBe(bare)
})
