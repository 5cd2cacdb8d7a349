import { counted } from '../../model/counted.ts'

/** Nobody reads more than this in one place of a page. */
const LONGEST = 2000

/** The text, cut at a length that a person can still read; what is cut says how much that was. */
export function shorten(text: string): string {
  if (text.length <= LONGEST) return text
  // Half a character would be shown as a box.
  const shown = text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')
  return `${shown}… (${counted(text.length - shown.length, 'more character')})`
}
