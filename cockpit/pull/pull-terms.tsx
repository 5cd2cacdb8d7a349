import type { PullView } from '../../src/api/pull-views.ts'
import { approvalsText } from '../../src/model/approvals-text.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { THEN } from '../checkpoint/terms-list.tsx'
import { Due, Late } from '../inbox/inbox-row.tsx'

/** How many approvals a pull request needs, whose it has, who may give another, and until when. */
export function PullTerms({ view: { checkpoint, approvers, approved_by } }: { readonly view: PullView }) {
  if (checkpoint?.status !== 'pending' || isPlain(checkpoint)) return null
  const { terms, deadline, late_since } = checkpoint
  return (
    <p className="small pull-line" role="group" aria-label="What it needs to be approved">
      <span>
        Approvals <strong>{approvalsText(terms, approved_by)}</strong>
      </span>
      <span className="dim">
        {approvers.length === 0 ? 'nobody may approve it at this moment' : `may approve: ${approvers.join(', ')}`}
      </span>
      {late_since !== undefined && <Late since={late_since} />}
      {deadline !== null && (
        <span>
          <Due at={deadline} /> <span className="dim">{THEN_OF_WORK[terms.on_timeout.do]}</span>
        </span>
      )}
      {terms.irreversible && <span className="chip deny">can’t be undone</span>}
    </p>
  )
}

/** Where one approval of anybody is all it takes there is nothing to tell, and the changes come first. */
function isPlain({ terms, deadline, late_since }: Checkpoint): boolean {
  const isTimed = deadline !== null || late_since !== undefined
  return terms.quorum === 1 && terms.approvers.length === 0 && !isTimed && !terms.irreversible
}

const THEN_OF_WORK = {
  ...THEN,
  deny: 'then it is closed, and nothing of it is merged',
  park: 'then its job is stopped until somebody resumes it',
} as const
