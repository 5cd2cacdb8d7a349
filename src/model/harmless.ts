import { escapeHidden } from './quote.ts'

/** What can move a cursor, colour, hide, or turn a text around: no letter in any language is among them. */
const ACTING = /[\p{Other}\p{Line_Separator}\p{Paragraph_Separator}\p{Default_Ignorable_Code_Point}]/gu

/** A text from a file or an agent as it may be shown on a terminal: what would act there is written as `\uXXXX`. */
export function harmless(text: string): string {
  return text.replace(ACTING, escapeHidden)
}
