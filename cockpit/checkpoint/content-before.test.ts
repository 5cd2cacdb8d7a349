import { expect, test } from 'vitest'
import { contentOf } from './content-before.ts'

const EVENTS = [
  { type: 'checkpoint_opened', data: { checkpoint: { content: { tool: 'first' } } } },
  { type: 'checkpoint_voted', data: {} },
  { type: 'checkpoint_revised', data: { revision: 2, content: { tool: 'second' } } },
  { type: 'checkpoint_revised', data: { revision: 3, content: { tool: 'third' } } },
] as never

test('the content of every revision is found again in the log', () => {
  expect([1, 2, 3, 4].map((revision) => contentOf(revision, EVENTS))).toEqual([
    { tool: 'first' },
    { tool: 'second' },
    { tool: 'third' },
    null,
  ])
})
