import type { Anchor } from '../model/anchor.ts'
import { keptLine } from '../model/kept-line.ts'
import { linesOf } from './anchor.ts'

/** Whether the lines that a comment quotes, and those around them, stand in the text where it says. */
export function fitsText({ first, last, quote, before, after }: Anchor, text: string): boolean {
  const found = linesOf(text)
  // A suggestion for an empty file is about the one line that it could have.
  const lines = found.length === 0 ? [''] : found
  if (last > lines.length) return false
  const isAt = (start: number, said: readonly string[]) =>
    start >= 0 && said.every((line, at) => kept(line) === kept(lines[start + at]))
  return isAt(first - 1, quote) && isAt(first - 1 - before.length, before) && isAt(last, after)
}

function kept(line: string | undefined): string | undefined {
  return line === undefined ? undefined : keptLine(line)
}
