import { HIDDEN } from '../../src/model/hidden-characters.ts'
import { PILED_MARKS } from '../../src/model/piled-marks.ts'

/** A piece of text: as it is read, or a character that the eye would miss or be misled by. */
export interface Piece {
  readonly text: string
  /** What the character is; there for what would be missed. */
  readonly hidden?: string
  /** Words that are read from right to left. Whatever stands between two of them would be drawn in that order too. */
  readonly isLeftward?: true
}

/** What would be missed, other than line ends and tabs, and piles of marks. */
const MISSED = new RegExp(String.raw`(?![\n\t])(?:${HIDDEN})|${PILED_MARKS}`, 'gu')

const LEFTWARD = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`
/** Words with nothing but spaces between them keep their order; every other sign stands where it is written. */
const LEFTWARD_WORDS = new RegExp(`[${LEFTWARD}]+(?: +[${LEFTWARD}]+)*`, 'gu')

/** Most texts are this plain, Latin letters and marks of print included; telling so is far cheaper than looking at every character. */
const PLAIN = /^[\n\t\x20-\x7e\xa1-\xac\xae-\u024f\u2013\u2014\u2018-\u201d\u2026]*$/

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, 'NUL'],
  [0x0d, 'CR'],
  [0x1b, 'ESC'],
  [0x7f, 'DEL'],
  [0xa0, 'NBSP'],
  [0xad, 'SHY'],
  [0x200b, 'ZWSP'],
  [0x200c, 'ZWNJ'],
  [0x200d, 'ZWJ'],
  [0x200e, 'LRM'],
  [0x200f, 'RLM'],
  [0x202a, 'LRE'],
  [0x202b, 'RLE'],
  [0x202c, 'PDF'],
  [0x202d, 'LRO'],
  [0x202e, 'RLO'],
  [0x2066, 'LRI'],
  [0x2067, 'RLI'],
  [0x2068, 'FSI'],
  [0x2069, 'PDI'],
  [0xfeff, 'BOM'],
])

/** Takes a text apart, so that nothing in it can be overlooked or turn the rest around. */
export function piecesOf(text: string): readonly Piece[] {
  if (PLAIN.test(text)) return text === '' ? [] : [{ text }]
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(MISSED)) {
    pieces.push(...inOrder(text.slice(from, index)))
    pieces.push({ text: found, hidden: nameOf(found) })
    from = index + found.length
  }
  pieces.push(...inOrder(text.slice(from)))
  return pieces
}

/** Sets words apart that would turn around what stands between them. */
function inOrder(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: words, index } of text.matchAll(LEFTWARD_WORDS)) {
    if (index > from) pieces.push({ text: text.slice(from, index) })
    pieces.push({ text: words, isLeftward: true })
    from = index + words.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** The same as plain text, for names of controls, where no markup can stand: each such character is named in brackets. */
export function namedIn(text: string): string {
  return piecesOf(text)
    .map((piece) => (piece.hidden === undefined ? piece.text : `[${piece.hidden}]`))
    .join('')
}

/** How many characters of a text would be missed. */
export function countHidden(text: string): number {
  return piecesOf(text).filter(({ hidden }) => hidden !== undefined).length
}

/** The same JSON with such characters written out: what is edited can't be marked, and must not turn around what stands beside it. */
export function writtenOut(json: string): string {
  return json.replaceAll(MISSED, (found) => found.split('').map(unitOf).join(''))
}

function unitOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return NAMES.get(code) ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
