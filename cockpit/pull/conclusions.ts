/** What a whole review can come to. */
export type Conclusion = 'approve' | 'request_changes' | 'comment' | 'reject'

/** What every conclusion is called, on its button and in its dialog. */
export const CONCLUSIONS = {
  reject: { name: 'Reject', keys: 'X', tone: 'quiet' },
  request_changes: { name: 'Request changes', keys: 'r', tone: 'danger' },
  comment: { name: 'Comment', keys: 'm', tone: '' },
  approve: { name: 'Approve & merge', keys: 'y', tone: 'primary' },
} as const satisfies Record<Conclusion, { name: string; keys: string; tone: string }>
