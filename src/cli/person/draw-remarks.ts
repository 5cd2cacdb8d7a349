import type { Remark } from '../../model/checkpoint.ts'
import { harmless } from '../../model/harmless.ts'
import { age } from '../text/age.ts'
import type { Page } from '../text/page.ts'
import { quoted } from '../text/quoted.ts'
import { wrap } from '../text/wrap.ts'

interface Drawing {
  readonly now: Date
  readonly page: Page
  /** Whether it is work on a branch, which has rounds and no revisions that anybody sees. */
  readonly isPull?: boolean
}

/** What people said of the whole, with what the agent answered; no section where nobody did. */
export function drawRemarks(remarks: readonly Remark[], { now, page, isPull = false }: Drawing): readonly string[] {
  if (remarks.length === 0) return []
  const texts = remarks.map((remark) => drawRemark(remark, { now, page, isPull }))
  return [`${page.paint('underline', 'Remarks')}\n${texts.join('\n')}`]
}

function drawRemark(
  { number, by, at, kind, text, revision, answer, wordless }: Remark,
  { now, page, isPull }: Drawing,
): string {
  const what = kind === 'comment' ? 'remarks' : 'wants changes'
  const on = isPull ? '' : ` on revision ${revision}`
  const head = `  ${number}. ${harmless(by.id)} ${what}${on}, ${age(at, now)} ago`
  const said = wrap(harmless(text), page.width - 5).map((line) => `     ${line}`)
  if (wordless) return [head, ...said].join('\n')
  if (answer === null) return [head, ...said, page.paint('yellow', '     not answered yet')].join('\n')
  return [head, ...said, page.paint('dim', `     the agent: ${answer.did}`), quoted(answer.text, page, 5)].join('\n')
}
