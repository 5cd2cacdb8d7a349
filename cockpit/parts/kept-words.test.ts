import { expect, test } from 'vitest'
import { forgetOldDrafts } from '../data/forget-drafts.ts'
import { keepWords, readWords } from './kept-words.ts'

const MONTH_MS = 31 * 24 * 3600 * 1000

function aStorage() {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  }
  // As in a browser, only what is kept is counted.
  return Object.setPrototypeOf(kept, methods) as Storage
}

test('words are kept for what they are about, until they are sent or taken away', () => {
  const storage = aStorage()
  keepWords(storage, 'a', { text: 'Not like th', at: 1 })
  expect([readWords(storage, 'a'), readWords(storage, 'b')]).toEqual(['Not like th', ''])
  keepWords(storage, 'a', { text: ' ', at: 2 })
  expect([readWords(storage, 'a'), Object.keys(storage)]).toEqual(['', []])
})

test('what can not be read is no words', () => {
  const storage = aStorage()
  storage.setItem('leeway.draft:why:a', '{')
  storage.setItem('leeway.draft:why:b', '{"text":7}')
  expect([readWords(storage, 'a'), readWords(storage, 'b')]).toEqual(['', ''])
})

test('words that nobody has touched for a month are let go', () => {
  const storage = aStorage()
  keepWords(storage, 'old', { text: 'Old.', at: 0 })
  keepWords(storage, 'new', { text: 'New.', at: MONTH_MS })
  forgetOldDrafts(storage, MONTH_MS)
  expect([readWords(storage, 'old'), readWords(storage, 'new')]).toEqual(['', 'New.'])
})

test('whoever has no room left in their browser can still write', () => {
  const storage = aStorage()
  keepWords(storage, 'a', { text: 'Not like th', at: 1 })
  const full = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  Object.defineProperty(storage, 'setItem', { value: full, enumerable: false })
  expect(() => keepWords(storage, 'a', { text: 'Not like this.', at: 2 })).not.toThrow()
  // Half of a sentence would come back as if it were all of it.
  expect(readWords(storage, 'a')).toBe('')
})
