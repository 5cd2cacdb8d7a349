import { visibleWidth, widthOf } from './visible-width.ts'

/** The text in lines of at most this many columns, broken between words; only a word that is too long is cut. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((one) => cut(one, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || visibleWidth(longer) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** Paths and long names are cut after a slash, an underscore or a hyphen where one is near enough. */
function cut(word: string, width: number): readonly string[] {
  const parts: string[] = []
  let rest = word
  // A loop, because a word may be as long as a whole request.
  for (;;) {
    const fitting = fittingPart(rest, width)
    if (fitting.length === rest.length) return [...parts, rest]
    const joint = /^.*[/_-]/su.exec(fitting)?.[0] ?? ''
    const head = joint.length > fitting.length / 2 ? joint : fitting
    parts.push(head)
    rest = rest.slice(head.length)
  }
}

function fittingPart(word: string, width: number): string {
  let part = ''
  let taken = 0
  for (const character of word) {
    taken += widthOf(character)
    // one character at least, or a narrow column would never end
    if (taken > width && part !== '') break
    part += character
  }
  return part
}
