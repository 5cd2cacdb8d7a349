import { expect, test } from 'vitest'
import type { PullView } from '../../compose.ts'
import type { PersonId } from '../../model/ids.ts'
import { refuseUnable } from './refuse-unable.ts'

const ADA = { id: 'ada' as PersonId, role: 'admin' } as const
const BINARY = { path: 'a.bin', hash: 'x', unshown: 'binary' }

function aView(over: object, terms: object = {}): PullView {
  const checkpoint = { status: 'pending', sent_back: false, votes: [], content_hash: 'sha256:x' }
  return {
    ...{
      pull: { id: 'p', blocking: ['t1'], head: 'beefbeefbeef' },
      drafts: [],
      rejected: [],
      approvers: ['ada'],
      approved_by: [],
    },
    ...{ unshown: [BINARY], marks: { viewed: {} } },
    checkpoint: { ...checkpoint, terms: { approvers: [], quorum: 1, ...terms } },
    ...over,
  } as unknown as PullView
}

test('whoever may not approve it hears that first, and nothing of what they could settle', () => {
  const refused = (view: PullView, me: Parameters<typeof refuseUnable>[1]['me'] = ADA) => {
    return () => refuseUnable(view, { me, isSeen: false, named: 'beefbeef' })
  }
  expect(refused(aView({ approvers: ['ben'] }))).toThrow(
    expect.objectContaining({
      code: 'self_approval',
      message: 'You have a part in it, so somebody else has to approve it: ben.',
    }),
  )
  expect(refused(aView({ approvers: ['ben'] }, { approvers: ['ben'] }))).toThrow(
    'Others were named to approve it: ben.',
  )
  expect(refused(aView({}), { ...ADA, role: 'viewer' })).toThrow('You may look and not decide')
})

test('all that stands in the way is told together', () => {
  const no = { path: 'plan.md', hunk: 'h', number: 1, of: 2, reason: '', by: 'ben', judged: [] }
  expect(() => refuseUnable(aView({ rejected: [no] }), { me: ADA, isSeen: false, named: 'beefbeef' })).toThrow(
    /^Nothing was approved\. 1 blocking thread is not resolved\..* ben rejected part 1 of 2 of plan\.md\..* The diff does not show all of a\.bin\./,
  )
})

test('what blocks is told by itself too, and under its own name', () => {
  const refused = (over: object) => () => refuseUnable(aView(over), { me: ADA, isSeen: true, named: 'beefbeef' })
  expect(refused({})).toThrow(expect.objectContaining({ code: 'unresolved_threads' }))
  const pull = { id: 'p', blocking: [], head: 'beefbeefbeef' }
  const no = { path: 'plan.md', hunk: 'h', number: 1, of: 2, reason: '', by: 'ben', judged: [] }
  expect(refused({ pull, rejected: [no] })).toThrow(expect.objectContaining({ code: 'rejected_parts' }))
  expect(refused({ pull, drafts: [{ kind: 'blocking' }] })).toThrow('Your own draft is blocking')
})

test('what can be asked about is left to whoever asks, and what was looked at is none', () => {
  const isFree = (view: PullView, isSeen: boolean) => () => refuseUnable(view, { me: ADA, isSeen, named: 'beefbeef' })
  const pull = { id: 'p', blocking: [], head: 'beefbeefbeef' }
  expect(isFree(aView({ pull }), false)).not.toThrow()
  expect(isFree(aView({ pull }), true)).not.toThrow()
  expect(isFree(aView({ approved_by: ['ada'], approvers: [] }), false)).not.toThrow()
})
