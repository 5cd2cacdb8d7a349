import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogEntry } from '../engine/ports.ts'
import { entryText, linkText } from './chain.ts'

const PARTS = ['tenant', 'job', 'checkpoint', 'type', 'at', 'actor', 'data'] as const

/** An event whose parts are as easily confused as can be. */
const anEntry = fc.record<LogEntry>({
  seq: fc.integer({ min: 1, max: 30 }),
  tenant: fc.stringMatching(/^[1:;-]{0,3}$/),
  job: fc.option(fc.stringMatching(/^[1:;-]{0,3}$/)),
  checkpoint: fc.option(fc.stringMatching(/^[1:;-]{0,3}$/)),
  type: fc.stringMatching(/^[1:;-]{0,3}$/),
  at: fc.constant('x'),
  actor: fc.constant('{}'),
  data: fc.stringMatching(/^[1:;-]{0,3}$/),
})

test('two rows of events give the same text only when they are the same', () => {
  fc.assert(
    fc.property(fc.array(anEntry, { maxLength: 3 }), fc.array(anEntry, { maxLength: 3 }), (one, other) => {
      const text = (entries: readonly LogEntry[]): string =>
        entries.map((entry) => entryText(entry.seq, entry)).join('')
      expect(text(one) === text(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
  )
})

test.for(PARTS.slice(0, -1).map((part, at) => [part, PARTS[at + 1] ?? part] as const))(
  'no text can move from %s into %s',
  ([part, next]) => {
    const entry = { tenant: 'ab', job: 'ab', checkpoint: 'ab', type: 'ab', at: 'ab', actor: 'ab', data: 'ab' }
    const moved = { ...entry, [part]: 'a', [next]: 'bab' }
    expect(entryText(1, moved)).not.toBe(entryText(1, entry))
  },
)

test('nothing is not the same as an empty text', () => {
  const entry = { tenant: 't', job: null, checkpoint: '', type: 'x', at: '', actor: '', data: '' }
  expect(entryText(1, entry)).not.toBe(entryText(1, { ...entry, job: '', checkpoint: null }))
})

test('every part of a link is signed', () => {
  const link = { tenant: 't', first: 1, last: 2, count: 2, previous: 'p', hash: 'h', key: 'k' }
  const changed = Object.keys(link).map((part) => linkText({ ...link, [part]: 3 as never }))
  expect(new Set([linkText(link), ...changed]).size).toBe(8)
})
