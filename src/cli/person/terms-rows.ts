import type { CheckpointView } from '../../compose.ts'
import { approvalsText } from '../../model/approvals-text.ts'
import type { Page } from '../text/page.ts'

type Row = readonly [name: string, text: string]

/** Nobody can approve it; the way out stands beside it. */
const NOBODY_CAN =
  'nobody at this moment. Let somebody in: leeway people add NAME. If you work alone, say so: leeway login --solo'

/** Until when, by whom and by how many what is held has to be approved, and who has. */
export function termsRows(
  { checkpoint, approvers, approved_by }: Pick<CheckpointView, 'checkpoint' | 'approvers' | 'approved_by'>,
  page: Page,
): readonly Row[] {
  const { deadline, terms, status } = checkpoint
  return [
    ...(deadline === null ? [] : ([['until', `${deadline}, then: ${terms.on_timeout.do}`]] as const)),
    ...(terms.approvers.length === 0 ? [] : ([['approvers', terms.approvers.join(', ')]] as const)),
    ...(status === 'pending' ? ([['who can', approvers.join(', ') || page.spell(NOBODY_CAN)]] as const) : []),
    ...(terms.quorum > 1 || approved_by.length > 0
      ? ([['approvals', approvalsText(terms, approved_by)]] as const)
      : []),
    ...(terms.irreversible ? ([['for good', 'It can not be undone: approving needs your passphrase.']] as const) : []),
  ]
}
