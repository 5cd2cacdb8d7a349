import { harmless } from '../model/harmless.ts'
import type { ExplainedAxis, Explanation } from '../policy/explain.ts'
import type { Page } from './text/page.ts'
import { shorten } from './text/shorten.ts'
import { type Cell, drawTable, NARROW_PAGE, type Piece } from './text/table.ts'
import { wrap } from './text/wrap.ts'
import { SIGNS } from './verdict-signs.ts'

/** An explanation for a person: verdict, reason, trace, and what would have let it pass. */
export function drawExplanation(explanation: Explanation, page: Page): string {
  const { symbol, format } = SIGNS[explanation.verdict]
  return [
    page.paint(['bold', format], `${symbol} ${explanation.headline}`),
    ...reason(explanation, page),
    '',
    drawTrace(explanation.rows, page),
    ...advice(explanation, page),
  ].join('\n')
}

/** Several causes stand below each other: in one sentence nobody sees where one ends. */
function reason({ causes, sentences }: Explanation, page: Page): readonly string[] {
  if (causes === null) return sentences.flatMap((sentence) => paragraph(sentence, page))
  const [, ...more] = sentences
  return [
    ...paragraph(causes.lead, page),
    ...bullets(causes.each, page),
    ...more.flatMap((sentence) => paragraph(sentence, page)),
  ]
}

/** The trace as a table, in which every axis says in a sign and a word what it does. */
function drawTrace(rows: readonly ExplainedAxis[], page: Page): string {
  if (page.width < NARROW_PAGE)
    return drawTable({ head: ['', 'axis, and because'], rows: rows.map(narrowRow), indent: 2 }, page)
  return drawTable({ head: ['', 'axis', 'because', 'observed', 'limit'], rows: rows.map(wideRow), indent: 2 }, page)
}

function wideRow(row: ExplainedAxis): readonly Cell[] {
  return [outcome(row), axis(row), text(row.because), text(row.observed), text(row.limit)]
}

/** The names of axes are long, and their reasons would be left half of the page. */
function narrowRow(row: ExplainedAxis): readonly Cell[] {
  const seen: Piece = { text: harmless(`observed: ${row.observed}; limit: ${row.limit}`), format: 'dim' }
  return [outcome(row), [axis(row), text(row.because), seen]]
}

function outcome({ outcome: said, word }: ExplainedAxis): Piece {
  const { symbol, format } = SIGNS[said]
  return { text: `${symbol} ${word}`, format }
}

function axis({ axis: name, outcome: said }: ExplainedAxis): Piece {
  const shown = { text: harmless(name) }
  return said === 'pass' ? shown : { ...shown, format: 'bold' }
}

function text(words: string): Piece {
  return { text: harmless(words) }
}

function advice({ remedies, advice: instead }: Explanation, page: Page): readonly string[] {
  if (remedies === null) return ['', '  No change of policy would help.']
  if (remedies.length === 0) return []
  const title = remedies.length === 1 ? 'What would have let it pass:' : 'What would have let it pass, together:'
  return [
    '',
    `  ${page.paint('bold', title)}`,
    ...bullets(remedies, page),
    ...(instead === null ? [] : paragraph(instead, page)),
  ]
}

function bullets(texts: readonly string[], page: Page): readonly string[] {
  return texts.flatMap((one) =>
    wrap(shorten(harmless(one)), page.width - 4).map((line, index) => `  ${index === 0 ? '•' : ' '} ${line}`),
  )
}

function paragraph(sentence: string, page: Page): readonly string[] {
  return wrap(shorten(harmless(sentence)), page.width - 2).map((line) => `  ${line}`)
}
