import type { CheckpointView } from '../../src/api/views.ts'

/** Whether an approval could leave a grant behind: of a call, by whoever completes it, and never of what can't be undone. */
export function takesGrant({
  checkpoint: { content, terms },
  approved_by,
}: Pick<CheckpointView, 'checkpoint' | 'approved_by'>): boolean {
  return content.tool !== undefined && !terms.irreversible && approved_by.length + 1 >= terms.quorum
}
