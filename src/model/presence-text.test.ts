import { expect, test } from 'vitest'
import type { CheckpointStatus } from './checkpoint-status.ts'
import { JOB_STATUSES } from './job-status.ts'
import { PRESENCES, type Presence } from './presence.ts'
import { answeredText, backPresence, holdPresence, isAlone, jobPresence, presenceWord } from './presence-text.ts'

const ago = () => '3 min'
const being = (is: Presence['is']): Presence => ({ is, heard_at: is === 'silent' ? '2026-01-01T00:00:00.000Z' : null })

test.for([
  // presence   beside the status, what becomes of an answer, what has become of it
  ['waiting', '', /waits for the answer, and goes on at once/, /^The agent goes on\.$/],
  ['there', '', /is there, and takes the answer up when it asks again/, /is there, and takes it up when it asks again/],
  ['silent', 'not heard of', /last heard of 3 min ago; it takes the answer up/, /last heard of 3 min ago, takes it up/],
  [
    'away',
    'no process',
    /kept, and taken up when the agent runs again/,
    /approval is kept, and taken up when the agent/,
  ],
  ['lost', 'no process', /without a key: .* asks anew/, /without a key: .* asks anew/],
] as const)('%s', ([is, word, before, after]) => {
  expect(presenceWord({ status: 'running', presence: being(is) })).toBe(word)
  expect(holdPresence(being(is), ago)).toMatch(before)
  expect(answeredText('approved', being(is), ago)).toMatch(after)
})

test.for([
  ['waiting', /is there, and brings the next revision/],
  ['there', /is there, and brings the next revision/],
  ['silent', /last heard of 3 min ago; it brings the next revision/],
  ['away', /comes when the agent runs again/],
  ['lost', /nobody brings the next revision/],
] as const)('of work that was sent back, %s tells who brings it again', ([is, text]) => {
  expect(backPresence(being(is), ago)).toMatch(text)
})

test('only what goes on at a process is said to lack one', () => {
  const lacking = JOB_STATUSES.filter((status) => presenceWord({ status, presence: being('away') }) !== '')
  expect(lacking).toEqual(['queued', 'running', 'pending_review', 'waiting'])
  expect(presenceWord({ status: 'running', presence: null })).toBe('')
})

test('a job that is held is told apart from one that would be at work', () => {
  const told = (status: (typeof JOB_STATUSES)[number], is: Presence['is']) =>
    jobPresence({ status, presence: being(is) }, ago)
  expect(told('running', 'away')).toMatch(/nothing of it runs/)
  expect(told('pending_review', 'away')).toMatch(/An answer is kept/)
  expect(told('running', 'silent')).toMatch(/last heard of 3 min ago. Its agent may come back by itself/)
  expect(told('running', 'lost')).toMatch(/no key/)
  expect(told('running', 'there')).toBe('')
  expect(told('completed', 'away')).toBe('')
})

test('an answer that leads to nothing is not said to be taken up', () => {
  for (const status of ['pending', 'rejected', 'expired', 'cancelled'] satisfies CheckpointStatus[])
    expect(answeredText(status, being('waiting'), ago)).toBe('')
  expect(answeredText('answered', being('waiting'), ago)).toBe('The agent has your answer.')
  expect(PRESENCES.filter((is) => isAlone(being(is)))).toEqual(['away', 'lost'])
})
