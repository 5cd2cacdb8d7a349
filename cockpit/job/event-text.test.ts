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
  ['files_marked', { viewed: { 'a.ts': 'x' } }, 'looked at 1 file'],
  ['documents_uploaded', { documents: [{ name: 'a' }] }, 'gave 1 document'],
  ['suggestions_applied', { threads: ['a', 'b'] }, 'applied 2 suggestions'],
  ['refusal_repeated', { count: 2 }, 'asked again for what was refused, 2 times by now'],
  ['push_expected', { to: 'x' }, 'is putting a commit on the branch'],
  ['spawn_refused', { agent: 'x' }, 'may not hand work to an agent that would be freer'],
])('%s of %j reads: %s', ([type, data, text]) => {
  expect(read(type, data)).toBe(text)
})
