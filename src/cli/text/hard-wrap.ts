import { widthOf } from './visible-width.ts'

/** The text in lines of at most this many columns, broken anywhere: joined again they are the text, to the last space. */
export function hardWrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  let taken = 0
  for (const character of text) {
    const columns = widthOf(character)
    if (taken + columns > width && line !== '') {
      lines.push(line)
      line = ''
      taken = 0
    }
    line += character
    taken += columns
  }
  return [...lines, line]
}
