import { readFile, stat } from 'node:fs/promises'
import type { Problem } from '../../model/problem.ts'
import { escapeHidden } from '../../model/quote.ts'
import { describeProblem } from '../report-error.ts'
import type { Page } from '../text/page.ts'

const MOST_BYTES = 1024 * 1024

/** What a problem looks like where, and whether the line itself is worth showing. */
export interface Drawing {
  readonly page: Page
  readonly folder: string
  readonly withLine: boolean
}

/** One problem with its place and, for a person, the line with a mark below the spot. */
export async function drawProblem(problem: Problem, { page, folder, withLine }: Drawing): Promise<string> {
  const told = describeProblem(problem, folder)
  const line = withLine ? await lineOf(problem) : undefined
  return line === undefined ? told : `${told}\n${drawLine(line, problem, page)}`
}

function drawLine(line: string, { line: number = 1, column = 1 }: Problem, page: Page): string {
  const margin = `${String(number).padStart(5)} │ `
  const room = page.width - margin.length - 1
  // All but ASCII is written out: a letter that looks like another may be the whole mistake.
  const before = escapeHidden(line.slice(0, column - 1))
  const from = Math.max(0, before.length - Math.floor(room / 2))
  const mark = ' '.repeat(before.length - from)
  const shown = `${page.paint('dim', margin)}${escapeHidden(line).slice(from, from + room)}`
  return `${shown}\n${page.paint('dim', '      │ ')}${mark}${page.paint(['bold', 'red'], '^')}`
}

/** The line as it stands in the file; nothing when it is no ordinary, readable file any more. */
async function lineOf({ file, line }: Problem): Promise<string | undefined> {
  if (file === undefined || line === undefined) return undefined
  const stats = await stat(file).catch(() => undefined)
  if (stats?.isFile() !== true || stats.size > MOST_BYTES) return undefined
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n')[line - 1]?.trimEnd()
}
