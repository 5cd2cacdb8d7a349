import { HIDDEN } from '../model/hidden-characters.ts'
import type { Problem } from '../model/problem.ts'
import { escapeHidden } from '../model/quote.ts'
import { positionsIn } from './locate.ts'

/** Characters that change how a line looks without being seen. What else is a control is refused before. */
const MISSED = new RegExp(String.raw`(?![\t\n\r])(?:${HIDDEN})`, 'gu')
const MAX_WARNINGS = 50

/** One warning for each line whose looks may differ from what is read. */
export function hiddenCharacters(text: string): readonly Problem[] {
  if (!mayHide(text)) return []
  const positionOf = positionsIn(text)
  const warnings = new Map<number, Problem>()
  for (const found of text.matchAll(MISSED)) {
    const { line, column } = positionOf(found.index)
    if (warnings.size >= MAX_WARNINGS) break
    const isByteOrderMark = found.index === 0 && found[0] === '\ufeff'
    if (isByteOrderMark || warnings.has(line)) continue
    const shown = escapeHidden(found[0])
    const message = `Line ${line} holds the invisible character ${shown} and may not be what it looks like.`
    warnings.set(line, { code: 'hidden_character', message, path: '', line, column })
  }
  return [...warnings.values()]
}

/** Plain ASCII, which nearly every file is, needs no closer look. */
function mayHide(text: string): boolean {
  return /[\u0080-\uffff]/.test(text)
}
