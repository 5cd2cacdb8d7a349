import { expect, test } from 'vitest'
import { eventSentence } from './event-sentence.ts'

test.for<[what: string, type: string, data: object, text: string]>([
  [
    'complaints that came back',
    'review_stalled',
    { threads: ['t1'], hunks: [] },
    'seems stuck: the same complaint came back (t1)',
  ],
  [
    'words about the whole that came back',
    'review_stalled',
    { threads: ['t1'], hunks: [], whole: 'Too low' },
    'seems stuck: the same complaint came back (t1, “Too low”)',
  ],
  [
    'a part that came back once',
    'review_stalled',
    { threads: [], hunks: ['h'] },
    'brought back 1 rejected change as before',
  ],
  [
    'a part that came back too often',
    'review_stalled',
    { threads: [], hunks: ['h'], parts: [{ path: 'plan.md', number: 2, of: 3 }] },
    'seems stuck: what was rejected came back unchanged (part 2 of 3 of plan.md)',
  ],
  [
    'a merge that nobody had recorded when its job ended, whichever of the two came first',
    'pull_merged',
    { commit: 'a'.repeat(40), job: 'cancelled' },
    'is merged as aaaaaaaaaaaaaaa: its merge was under way when the job was cancelled',
  ],
])('the log tells of %s', ([, type, data, text]) => {
  expect(eventSentence({ type, data })).toBe(text)
})
