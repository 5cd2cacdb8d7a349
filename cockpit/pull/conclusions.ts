/** What a whole review can come to. */
export type Conclusion = 'approve' | 'request_changes' | 'comment' | 'reject'

/** What every conclusion is called, on its button and in its dialog; in short where there is little room. */
export const CONCLUSIONS = {
  reject: { name: 'Reject', short: 'Reject', keys: 'X', tone: 'quiet' },
  request_changes: { name: 'Request changes', short: 'Changes', keys: 'r', tone: 'danger' },
  comment: { name: 'Comment', short: 'Comment', keys: 'm', tone: '' },
  approve: { name: 'Approve & merge', short: 'Approve', keys: 'y', tone: 'primary' },
} as const satisfies Record<Conclusion, { name: string; short: string; keys: string; tone: string }>
