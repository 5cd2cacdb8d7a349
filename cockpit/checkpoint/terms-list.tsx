import type { CheckpointView } from '../../src/api/views.ts'
import { approvalsText } from '../../src/model/approvals-text.ts'
import type { Presence } from '../../src/model/presence.ts'
import { backPresence, holdPresence } from '../../src/model/presence-text.ts'
import { Due, Late } from '../inbox/inbox-row.tsx'
import { Ago, inShort, useNow } from '../parts/time.tsx'
import { Visible } from '../parts/visible.tsx'
import { PolicyNamed } from '../policies/policy-named.tsx'

/** What happens when nobody answers in time. */
export const THEN = {
  wait: 'then it goes on waiting',
  deny: 'then it expires and does not run',
  park: 'then it is put aside',
  escalate: 'then others are asked',
  fallback: 'then others are asked',
} as const

/** Who may decide, how many have to, by when, and what names the content. */
export function TermsList({ view }: { readonly view: CheckpointView }) {
  const { checkpoint, approvers, approved_by, presence } = view
  const { terms, deadline, content_hash, revision, opened_at, status, edited_by, decision, job } = checkpoint
  return (
    <dl className="terms">
      <dt>Asked</dt>
      <dd>
        <Ago at={opened_at} word=" ago" />
      </dd>
      {deadline !== null && status === 'pending' && (
        <>
          <dt>Deadline</dt>
          <dd>
            <Due at={deadline} /> <span className="dim">{THEN[terms.on_timeout.do]}</span>
          </dd>
        </>
      )}
      <LateTerm checkpoint={checkpoint} />
      <dt>Approvals</dt>
      <dd>{approvalsText(terms, approved_by)}</dd>
      {status === 'pending' && (
        <>
          <dt>May approve</dt>
          <dd>{approvers.length === 0 ? 'nobody at this moment' : approvers.join(', ')}</dd>
        </>
      )}
      {presence !== null && <Process presence={presence} isBack={checkpoint.sent_back} />}
      <dt>Revision</dt>
      <dd>
        {revision}
        {edited_by.length > 0 && `, edited by ${edited_by.join(', ')}`}
      </dd>
      <dt>Content</dt>
      <dd className="mono hash" title="SHA-256 of exactly what is shown">
        <Visible text={content_hash} />
      </dd>
      <dt>Policy</dt>
      <dd>
        <PolicyNamed job={job} digest={decision.policy_digest} />
      </dd>
    </dl>
  )
}

function LateTerm({ checkpoint: { late_since, status } }: Pick<CheckpointView, 'checkpoint'>) {
  if (late_since === undefined || status !== 'pending') return null
  return (
    <>
      <dt>Late</dt>
      <dd>
        <Late since={late_since} />
      </dd>
    </>
  )
}

/** Who takes the answer up. */
function Process({ presence, isBack }: { readonly presence: Presence; readonly isBack: boolean }) {
  const now = useNow()
  const textOf = isBack ? backPresence : holdPresence
  return (
    <>
      <dt>Process</dt>
      <dd>{textOf(presence, (at) => inShort(now - Date.parse(at)))}</dd>
    </>
  )
}
