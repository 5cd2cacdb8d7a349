import { expect, test } from 'vitest'
import { ThreadId } from './ids.ts'
import { ObjectName } from './object-name.ts'
import { turnOf } from './turn-of.ts'

const at = {
  base: ObjectName.parse('b'.repeat(40)),
  head: ObjectName.parse('c'.repeat(40)),
  tree: ObjectName.parse('d'.repeat(40)),
}
const open = { status: 'open', merge: null, unanswered: [], blocking: [], ...at } as const
const content = { base_commit: at.base, tree: at.tree, deliverable: { head: at.head } }
const held = { status: 'pending', spent_at: null, sent_back: false, remarks: [], content } as const
const approved = { ...held, status: 'approved' } as const
const merge = { at: '', message: '', reviewers: [] }
const unanswered = [ThreadId.parse('t1')]
const blocking = unanswered

test.for([
  // what happened                         pull request               checkpoint                       job        whose turn
  ['a person is asked', open, held, 'pending_review', 'review'],
  ['somebody commented, and it is held', { ...open, unanswered }, held, 'pending_review', 'review'],
  ['it was sent back', open, { ...held, sent_back: true }, 'pending_review', 'agent'],
  ['its job is stopped', open, { ...held, sent_back: true }, 'stopped', 'resume'],
  ['it is approved', open, approved, 'running', 'merge'],
  ['it is approved with a comment', { ...open, unanswered }, approved, 'running', 'agent'],
  ['it is approved, and a thread still blocks', { ...open, blocking }, approved, 'running', 'review'],
  ['that thread waits for its answer', { ...open, blocking, unanswered }, approved, 'running', 'agent'],
  ['nobody was asked, and a thread blocks', { ...open, blocking }, null, 'running', 'review'],
  ['it could not be merged as it was', open, { ...approved, spent_at: 'now' }, 'running', 'agent'],
  ['somebody pushed after the approval', { ...open, head: at.base }, approved, 'running', 'agent'],
  ['it was approved on another base', { ...open, base: at.head }, approved, 'running', 'agent'],
  ['the tree is another than was approved', { ...open, tree: at.head }, approved, 'running', 'agent'],
  ['it is being merged', { ...open, merge }, { ...approved, spent_at: 'now' }, 'running', 'merge'],
  ['nobody was asked yet', open, null, 'running', 'agent'],
  ['nobody answered in time', open, { ...held, status: 'expired' }, 'running', 'agent'],
  ['it is merged', { ...open, status: 'merged' }, approved, 'completed', null],
] as const)('whose turn it is when %s', ([, pull, checkpoint, job, turn]) => {
  expect(turnOf(pull, checkpoint, job)).toBe(turn)
})
