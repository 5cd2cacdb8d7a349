import { expect, test } from 'vitest'
import type { LogEvent } from '../data/use-job.ts'
import { eventText } from './event-text.ts'

function read(type: string, data: object): string {
  return eventText({ type, data } as LogEvent).text
}

test.for<[type: string, data: object, text: string]>([
  ['threads_answered', { answers: [{}] }, 'answered 1 thread'],
  ['threads_answered', { answers: [{}, {}] }, 'answered 2 threads'],
  ['remarks_answered', { answers: [{}] }, 'answered 1 remark'],
  ['checkpoint_remarked', { remark: { kind: 'request_changes', text: 'Shorter.' } }, 'asked for changes'],
  ['checkpoint_remarked', { remark: { kind: 'comment', text: 'Why?' } }, 'remarked'],
  ['files_marked', { viewed: { 'a.ts': 'x' } }, 'looked at 1 file'],
  ['documents_uploaded', { documents: [{ name: 'a' }] }, 'gave 1 document'],
  ['suggestions_applied', { threads: ['a', 'b'] }, 'applied 2 suggestions'],
  ['refusal_repeated', { count: 2 }, 'asked again for what was refused, 2 times by now'],
  ['review_stalled', { threads: ['t1'], hunks: [] }, 'notes that the same complaint came back'],
  ['review_stalled', { threads: [], hunks: [], whole: 'Too low' }, 'notes that the same complaint came back'],
  ['review_stalled', { threads: [], hunks: ['h1'] }, 'brought back 1 rejected change as before'],
  [
    'review_stalled',
    { threads: [], hunks: ['h1'], parts: [{ path: 'plan.md' }] },
    'notes that what was rejected came back unchanged',
  ],
  ['gate_decided', { kind: 'phase_start', permit: { by: 'policy' } }, 'asked at a phase start gate'],
  [
    'gate_decided',
    { kind: 'step', permit: { by: 'resume', person: 'ada_b' } },
    'goes on at a step gate, because ada_b resumed the job',
  ],
  ['push_expected', { to: 'x' }, 'is putting a commit on the branch'],
  ['spawn_refused', { agent: 'x' }, 'may not hand work to an agent that would be freer'],
])('%s of %j reads: %s', ([type, data, text]) => {
  expect(read(type, data)).toBe(text)
})

test('where what was rejected came back stands beside it, as the words of somebody else', () => {
  const parts = [{ path: 'plan.md' }, { path: 'plan.md' }, { path: 'a.md' }]
  const data = { threads: [], hunks: ['h1', 'h2', 'h3'], parts }
  expect(eventText({ type: 'review_stalled', data } as unknown as LogEvent).said).toBe('plan.md, a.md')
})

test('a grant is told with the bounds that it was left with', () => {
  expect(read('grant_minted', { grant: { bounds: { count: 3, job: true } } })).toBe(
    'left a grant behind: 3 times, in this job and what works for it',
  )
})
