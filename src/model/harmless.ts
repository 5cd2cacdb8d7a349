import { HIDDEN } from './hidden-characters.ts'
import { PILED_MARKS } from './piled-marks.ts'
import { escapeHidden } from './quote.ts'

/** What can move a cursor, colour, hide, turn a text around, or cover the lines beside it: no letter in any language is among them. */
const ACTING = new RegExp(`${HIDDEN}|${PILED_MARKS}`, 'gu')

/** A text from a file or an agent as it may be shown on a terminal: what would act there is written as `\uXXXX`. */
export function harmless(text: string): string {
  return text.replace(ACTING, escapeHidden)
}
