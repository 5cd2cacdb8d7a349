import { expect, test } from 'vitest'
import { CheckpointId } from '../model/ids.ts'
import type { Passage } from './passage.ts'
import { refused } from './refused.ts'

const checkpoint = CheckpointId.parse('chk_1')

test.for([
  [{ outcome: 'rejected', reason: 'wrong price', by: 'ada' }, 'rejected', 'ada rejected it: wrong price'],
  [{ outcome: 'answered', value: { euros: 3 }, by: 'ada' }, 'answered', 'The person answered: {"euros":3}'],
  [{ outcome: 'expired', reason: 'Nobody answered in time.' }, 'expired', 'Nobody answered in time.'],
  [{ outcome: 'denied', reason: 'wrong price', times: 2, decision: null }, 'denied', 'wrong price'],
  [{ outcome: 'cancelled', reason: '' }, 'withdrawn', 'withdrawn'],
] as const)('a function that may not run says why: %j', ([passage, code, message]) => {
  const said = { ...passage, go: false, checkpoint } as Passage
  expect(refused(said)).toMatchObject({ code, message, details: { checkpoint } })
})

test('what the policy itself refuses names no checkpoint', () => {
  const said: Passage = { outcome: 'denied', go: false, reason: 'No.', times: 1, decision: null, checkpoint: null }
  expect(refused(said)).toMatchObject({ code: 'denied', details: {} })
})
