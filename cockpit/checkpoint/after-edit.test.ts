import { expect, test } from 'vitest'
import type { CheckpointView } from '../../src/api/views.ts'
import type { Me } from '../data/use-me.ts'
import { afterEdit } from './after-edit.ts'

const ADA = { id: 'ada', caller: 'admin', solo: false } as Me

function view(approvers: readonly string[], terms: object = {}): CheckpointView {
  const all = { quorum: 1, answers: ['edit', 'request_changes'], ...terms }
  return { checkpoint: { terms: all }, approvers } as unknown as CheckpointView
}

test('whoever edits is told who approves it then', () => {
  expect(afterEdit(view(['ada', 'rob', 'zoe']), ADA)).toEqual({
    text: 'Once you save, your own vote no longer counts: rob or zoe has to approve it.',
    isTrap: false,
  })
})

test('where nobody else may, they are told what to do instead', () => {
  const alone = afterEdit(view(['ada']), ADA)
  expect(alone?.isTrap).toBe(true)
  expect(alone?.text).toMatch(/nobody else may approve it: it would go on waiting. Instead, request changes, so that/)
  expect(afterEdit(view(['ada'], { answers: ['edit', 'reject'] }), ADA)?.text).toMatch(/Instead, reject it/)
  expect(afterEdit(view(['ada', 'rob'], { quorum: 2 }), ADA)?.text).toMatch(/only rob may approve it of the 2 it needs/)
})

test('nothing is said where duties are not separated', () => {
  expect(afterEdit(view(['ada']), { ...ADA, solo: true })).toBeNull()
})
