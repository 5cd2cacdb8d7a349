/** Characters that terminals draw two columns wide: East Asian scripts and emoji. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u
const COMBINING = /^\p{Mark}/u
const ASCII = /^[\x20-\x7e]*$/

/** How many columns a harmless text takes on a terminal. */
export function visibleWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  return [...text].reduce((width, character) => width + widthOf(character), 0)
}

/** The text with spaces up to a width in columns. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - visibleWidth(text)))
}

/** How many columns one character takes. */
export function widthOf(character: string): number {
  if (COMBINING.test(character)) return 0
  return WIDE.test(character) ? 2 : 1
}
