import type { DiffLine } from './diff.ts'

/** Nobody reads a longer line, and a browser hardly draws it. */
export const LONGEST_LINE = 10_000

/** A line as it is shown: of one that is too long only the beginning, with how much is left out. */
export function cutLine(line: DiffLine): DiffLine {
  const { text } = line
  if (text.length <= LONGEST_LINE) return line
  // Half a character would be shown as another one.
  const end = isFirstHalf(text.charCodeAt(LONGEST_LINE - 1)) ? LONGEST_LINE - 1 : LONGEST_LINE
  return { ...line, text: text.slice(0, end), cut: text.length - end }
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
