import { expect, test } from 'vitest'
import type { PullView } from '../../compose.ts'
import type { PersonId } from '../../model/ids.ts'
import { beforePush } from './before-push.ts'

function told(approvers: readonly string[], { solo = false, role = 'admin', quorum = 1, status = 'pending' } = {}) {
  const desk = { isSolo: async () => solo, me: async () => ({ id: 'ada' as PersonId, role }) }
  const view = { checkpoint: { status, terms: { quorum, approvers: [] } }, approvers }
  return beforePush(desk as unknown as Parameters<typeof beforePush>[0], view as unknown as PullView)
}

test('who approves what somebody pushes is told before they do, and the way out where nobody would', async () => {
  expect(await told(['ada'])).toEqual({
    text: 'Whoever pushes has a part in it, so that somebody else has to approve it, and nobody else may: it would wait. Let somebody in: leeway people add NAME. If you work alone, say so first: leeway login --solo',
    isTrap: true,
  })
  expect(await told(['ada', 'ben'])).toEqual({
    text: 'Whoever pushes has a part in it, so that somebody else approves it: ben.',
    isTrap: false,
  })
  expect((await told(['ada', 'ben'], { quorum: 2 }))?.text).toContain('and too few others may (ben): it would wait.')
  expect((await told([], { status: 'approved' }))?.text).toMatch(/somebody else approves it\. If you work alone/)
})

test('whoever works alone, or may not push, is told nothing', async () => {
  expect(await told(['ada'], { solo: true })).toBeUndefined()
  expect(await told(['ada'], { role: 'viewer' })).toBeUndefined()
})
