import { expect, test } from 'vitest'
import type { CheckpointView } from '../../src/api/views.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { Me } from '../data/use-me.ts'
import { needsProof, whyNot, whyNotHere } from './why-not.ts'

const HASH = 'sha256:x'

function view(
  { approved_by = [], ...about }: { approved_by?: readonly string[]; [more: string]: unknown } = {},
  terms: object = {},
  approvers: readonly string[] = ['rob'],
): CheckpointView {
  const checkpoint = {
    status: 'pending',
    sent_back: false,
    votes: [],
    content_hash: HASH,
    content: { tool: 'send', args: {} },
    terms: { answers: ['approve', 'edit', 'reject'], approvers: [], quorum: 1, irreversible: false, ...terms },
    ...about,
  } as unknown as Checkpoint
  return { checkpoint, line: [], approvers, approved_by } as unknown as CheckpointView
}

const me = (id: string, caller: Me['caller'], solo = false) => ({ id, caller, solo }) as Me
const ROB = me('rob', 'reviewer')

test('whoever may answer is not held up', () => {
  expect(whyNot(view(), ROB, 'approve')).toBeNull()
  expect(whyNot(view(), ROB, 'reject')).toBeNull()
})

test('invariant 22: work is approved where its changes are shown, and a no needs no look', () => {
  const work = view({ pull: 'job-1:phase-1-strategic' })
  expect(whyNotHere(work, ROB, 'approve')).toContain('Open the review')
  expect(whyNotHere(work, ROB, 'reject')).toBeNull()
  expect(whyNotHere(view(), ROB, 'approve')).toBeNull()
  expect(whyNot(work, ROB, 'approve')).toBeNull()
})

test.for([
  ['a viewer', view(), me('vic', 'viewer'), 'reject', 'may look but not decide'],
  ['what is over', view({ status: 'approved' }), ROB, 'approve', 'It is approved already.'],
  ['another answer', view(), ROB, 'respond', 'does not take that answer'],
  ['somebody else named', view({}, { approvers: ['ada'] }, ['ada']), ROB, 'reject', 'Only ada may decide'],
  ['work with the agent', view({ sent_back: true }), ROB, 'approve', 'with the agent'],
  ['a part in it', view({}, {}, ['ada']), ROB, 'approve', 'somebody else has to approve it: ada.'],
  [
    'a part in it, alone',
    view({}, {}, []),
    ROB,
    'approve',
    'an administrator can add somebody, or say in the settings that they work alone',
  ],
  ['nothing to edit', view({ content: {} }), ROB, 'edit', 'no arguments'],
  ['a vote given', view({ approved_by: ['rob'] }, { quorum: 3 }), ROB, 'approve', '2 more people have to'],
] as const)('%s is told', ([, shown, who, answer, part]) => {
  expect(whyNot(shown, who, answer)).toContain(part)
})

test('a vote that does not count any more can be given again', () => {
  expect(whyNot(view({ votes: [{ by: 'rob', content_hash: HASH }] }), ROB, 'approve')).toBeNull()
})

test('a code is needed to let go on what can not be undone, unless somebody works alone', () => {
  const irreversible = view({}, { irreversible: true })
  expect(needsProof(irreversible, ROB, 'approve')).toBe(true)
  expect(needsProof(irreversible, ROB, 'reject')).toBe(false)
  expect(needsProof(irreversible, me('ada', 'admin', true), 'approve')).toBe(false)
  expect(needsProof(view(), ROB, 'approve')).toBe(false)
})
