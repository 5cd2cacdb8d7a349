import type { Parser } from '@lezer/common'
import { highlightCode } from '@lezer/highlight'
import { codeHighlighter } from './code-styles.ts'

/** A piece of a line, and the class of its style where it has one. */
export interface Piece {
  readonly text: string
  readonly style: string
}

/** Longer texts stay plain: nobody reads them by colour, and the page has better things to do. */
const MOST_CHARACTERS = 300_000

/** Cuts a text into lines of styled pieces, which together are that text and nothing else; undefined when it is too long. */
export function colourLines(parser: Parser, text: string): readonly (readonly Piece[])[] | undefined {
  if (text.length > MOST_CHARACTERS) return undefined
  const lines: Piece[][] = [[]]
  highlightCode(
    text,
    parser.parse(text),
    codeHighlighter,
    (piece, style) => lines.at(-1)?.push({ text: piece, style }),
    () => lines.push([]),
  )
  return lines
}
