import { expect, test } from 'vitest'
import type { PullView } from '../../compose.ts'
import type { PersonId } from '../../model/ids.ts'
import type { Role } from '../../model/person.ts'
import { whyNoApproval } from './why-no-approval.ts'

const HASH = 'sha256:x'
const BINARY = { path: 'a.bin', hash: 'x', unshown: 'binary' }
const NO = { path: 'plan.md', hunk: 'h', number: 1, of: 2, reason: '', judged: [] }

interface About {
  readonly checkpoint?: object
  readonly terms?: object
  readonly approvers?: readonly string[]
  readonly view?: object
  readonly role?: Role
}

function why({ checkpoint, terms, approvers = ['ada'], view, role = 'admin' }: About): string | undefined {
  const held = { status: 'pending', sent_back: false, votes: [], content_hash: HASH, ...checkpoint }
  const shown = {
    ...{ pull: { id: 'p', blocking: [], head: 'beefbeefbeef' }, drafts: [], rejected: [], approvers, approved_by: [] },
    ...{ unshown: [], marks: { viewed: {} } },
    checkpoint: { ...held, terms: { approvers: [], quorum: 1, ...terms } },
    ...view,
  }
  return whyNoApproval(shown as unknown as PullView, { id: 'ada' as PersonId, role })
}

test.for<[string, About, string]>([
  ['nothing', {}, 'nothing'],
  ['what is answered', { checkpoint: { status: 'approved' }, approvers: [] }, 'nothing'],
  ['a viewer', { role: 'viewer', approvers: [] }, 'You may look and not decide'],
  ['a part in it', { approvers: ['ben'] }, 'You have a part in it, so somebody else has to approve it: ben.'],
  ['a part in it, alone', { approvers: [] }, 'leeway people add NAME'],
  ['others named', { approvers: ['ben'], terms: { approvers: ['ben'] } }, 'Others were named to approve it: ben.'],
  [
    'a part in it, though they are named',
    { approvers: ['ben'], terms: { approvers: ['ada', 'ben'] } },
    'You have a part in it, so somebody else has to approve it: ben.',
  ],
  [
    'a part in it, and nobody else is named',
    { approvers: [], terms: { approvers: ['ada'] } },
    'Nobody but ada was named. Reject it or ask for changes, so that the agent can ask others.',
  ],
  [
    'a part in it, and only administrators are asked',
    { approvers: [], terms: { approvers: ['role:admin'] } },
    'leeway people add NAME --role admin.',
  ],
  [
    'one’s own vote',
    { view: { approved_by: ['ada'] }, terms: { quorum: 2 }, approvers: [] },
    'You have approved it; 1 more approval needed.',
  ],
  ['a vote that does not count any more', { checkpoint: { votes: [{ by: 'ada', content_hash: HASH }] } }, 'nothing'],
  ['a draft that blocks', { view: { drafts: [{ kind: 'blocking' }, { kind: 'nit' }] } }, 'Your own draft is blocking'],
  ['what they rejected themselves', { view: { rejected: [{ ...NO, by: 'ada' }] } }, 'nothing'],
  [
    'what somebody else rejected',
    { view: { rejected: [{ ...NO, by: 'ben' }] } },
    'ben rejected part 1 of 2 of plan.md. Ask ben',
  ],
  ['what the diff does not show', { view: { unshown: [BINARY] } }, 'The diff does not show all of a.bin.'],
  ['what they have looked at', { view: { unshown: [BINARY], marks: { viewed: { 'a.bin': 'x' } } } }, 'nothing'],
  ['what was something else then', { view: { unshown: [BINARY], marks: { viewed: { 'a.bin': 'y' } } } }, '--seen'],
])('against approving stands: %s', ([, about, said]) => {
  expect(why(about) ?? 'nothing').toContain(said)
})
