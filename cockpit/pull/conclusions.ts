import type { PullView } from '../../src/api/pull-views.ts'

/** What a whole review can come to. */
export type Conclusion = 'approve' | 'request_changes' | 'comment' | 'reject'

/** What every conclusion is called, on its button and in its dialog; in short where there is little room. */
export const CONCLUSIONS = {
  reject: { name: 'Reject', short: 'Reject', keys: 'X', tone: 'quiet' },
  request_changes: { name: 'Request changes', short: 'Changes', keys: 'r', tone: 'danger' },
  comment: { name: 'Comment', short: 'Comment', keys: 'm', tone: '' },
  approve: { name: 'Approve & merge', short: 'Approve', keys: 'y', tone: 'primary' },
} as const satisfies Record<Conclusion, { name: string; short: string; keys: string; tone: string }>

type Voted = Pick<PullView, 'checkpoint' | 'approved_by'>

/** How many approvals are still needed once somebody has given theirs. */
export function missingAfter({ checkpoint, approved_by }: Voted): number {
  return Math.max(0, (checkpoint?.terms.quorum ?? 1) - approved_by.length - 1)
}

/** What a conclusion is called at this moment: only the last of several approvals merges anything. */
export function nameOf(to: Conclusion, view: Voted): string {
  return to === 'approve' && missingAfter(view) > 0 ? CONCLUSIONS.approve.short : CONCLUSIONS[to].name
}
