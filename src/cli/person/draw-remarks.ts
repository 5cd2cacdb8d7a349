import type { Remark } from '../../model/checkpoint.ts'
import { age } from '../text/age.ts'
import { harmless } from '../text/harmless.ts'
import type { Page } from '../text/page.ts'
import { quoted } from '../text/quoted.ts'
import { wrap } from '../text/wrap.ts'

/** What people said of the whole, with what the agent answered; no section where nobody did. */
export function drawRemarks(remarks: readonly Remark[], now: Date, page: Page): readonly string[] {
  if (remarks.length === 0) return []
  const texts = remarks.map((remark) => drawRemark(remark, now, page))
  return [`${page.paint('underline', 'Remarks')}\n${texts.join('\n')}`]
}

function drawRemark({ number, by, at, kind, text, revision, answer, wordless }: Remark, now: Date, page: Page): string {
  const what = kind === 'comment' ? 'remarks' : 'wants changes'
  const head = `  ${number}. ${harmless(by.id)} ${what} on revision ${revision}, ${age(at, now)} ago`
  const said = wrap(harmless(text), page.width - 5).map((line) => `     ${line}`)
  if (wordless) return [head, ...said].join('\n')
  if (answer === null) return [head, ...said, page.paint('yellow', '     not answered yet')].join('\n')
  return [head, ...said, page.paint('dim', `     the agent: ${answer.did}`), quoted(answer.text, page)].join('\n')
}
