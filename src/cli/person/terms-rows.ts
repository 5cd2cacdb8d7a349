import type { CheckpointView } from '../../compose.ts'
import { approvalsText } from '../../model/approvals-text.ts'
import type { Page } from '../text/page.ts'
import { wayOut } from './way-out.ts'

type Row = readonly [name: string, text: string]

/** How somebody who works alone says so. */
const ALONE = 'If you work alone, say so: leeway login --solo'

/** Until when, by whom and by how many what is held has to be approved, and who has. */
export function termsRows(
  { checkpoint, approvers, approved_by }: Pick<CheckpointView, 'checkpoint' | 'approvers' | 'approved_by'>,
  page: Page,
): readonly Row[] {
  const { terms, status } = checkpoint
  // Where nobody can, that alone says it.
  const isShort = approvers.length > 0 && new Set([...approvers, ...approved_by]).size < terms.quorum
  const short = status === 'pending' && isShort ? page.spell(`. Too few may: ${wayOut(terms)}`) : ''
  const nobody = page.spell(`nobody at this moment. ${wayOut(terms)} ${ALONE}`)
  return [
    ...timeRows(checkpoint),
    ...(terms.approvers.length === 0 ? [] : ([['approvers', terms.approvers.join(', ')]] as const)),
    ...(status === 'pending' ? ([['who can', approvers.join(', ') || nobody]] as const) : []),
    ...(terms.quorum > 1 || approved_by.length > 0
      ? ([['approvals', `${approvalsText(terms, approved_by)}${short}`]] as const)
      : []),
    ...(terms.irreversible ? ([['for good', 'It can not be undone: approving needs your passphrase.']] as const) : []),
  ]
}

/** Until when there is time for it, or since when there is none. */
function timeRows({ deadline, late_since, status, terms }: CheckpointView['checkpoint']): readonly Row[] {
  return [
    ...(late_since === undefined || status !== 'pending' ? [] : ([['late', `since ${late_since}`]] as const)),
    ...(deadline === null ? [] : ([['until', `${deadline}, then: ${terms.on_timeout.do}`]] as const)),
  ]
}
