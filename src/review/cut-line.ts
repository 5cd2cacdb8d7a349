import { keptLine } from '../model/kept-line.ts'
import type { DiffLine } from './diff.ts'

/** A line as it is shown: of one that is too long only the beginning, with how much is left out. */
export function cutLine(line: DiffLine): DiffLine {
  const text = keptLine(line.text)
  return text === line.text ? line : { ...line, text, cut: line.text.length - text.length }
}
