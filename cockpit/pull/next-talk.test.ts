import { expect, test } from 'vitest'
import { aShownFile } from '../../src/testing/shown-file.ts'
import { nextTalk } from './next-talk.ts'
import type { Row } from './row.ts'

const file = aShownFile('a.ts', [])
const row = (key: string, more: object) => ({ key, file, ...more }) as Row
const ROWS = [
  row('file a.ts', { is: 'file' }),
  row('thread open', { is: 'thread', thread: { state: 'open' } }),
  row('thread done', { is: 'thread', thread: { state: 'resolved' } }),
  row('line', { is: 'line' }),
  row('draft d', { is: 'draft' }),
]
const next = (from: string | null, by: 1 | -1 = 1) =>
  nextTalk({ said: ['thread whole'], rows: ROWS }, { from, by })?.key

test('one goes from what is said of the whole to what is said of lines, past what is resolved, and round again', () => {
  expect([null, 'thread whole', 'thread open', 'line', 'draft d'].map((from) => next(from))).toEqual([
    ...['thread whole', 'thread open', 'draft d', 'draft d', 'thread whole'],
  ])
})

test('and back', () => {
  expect([null, 'draft d', 'thread open', 'thread whole'].map((from) => next(from, -1))).toEqual([
    ...['draft d', 'thread open', 'thread whole', 'draft d'],
  ])
})

test('where nothing is left there is nowhere to go', () => {
  expect(nextTalk({ said: [], rows: ROWS.slice(2, 4) }, { from: null, by: 1 })).toBeUndefined()
  expect(nextTalk({ said: [], rows: [] }, { from: null, by: -1 })).toBeUndefined()
})
