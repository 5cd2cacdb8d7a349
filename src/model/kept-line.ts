import { beginningOf } from './beginning-of.ts'

/** Nobody reads a longer line, and a browser hardly draws it. */
export const LONGEST_LINE = 10_000

/** What is shown of a line, and kept of it by a comment: both are the same, or an honest comment would not fit its line. */
export function keptLine(line: string): string {
  return beginningOf(line, LONGEST_LINE)
}
