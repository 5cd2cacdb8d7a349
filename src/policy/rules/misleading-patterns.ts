import type { Problem } from '../../model/problem.ts'
import { pointer } from '../../model/problems-of.ts'
import { quote } from '../../model/quote.ts'

/** A number behind a sign of order, or anything behind one of equality. A quoted mail or a redirection begins with neither. */
const COMPARISON = /^\s*(?<sign>[<>≤≥]=?(?=\s*[-+]?[.\d])|<>|[!=]==?|≠)\s*\S/

/**
 * Patterns of rules that look like a comparison, which patterns have none of. They are allowed, because a text may look like
 * that; but a rule that was meant otherwise lets every call pass that it should hold. Takes what is not known to be rules yet.
 */
export function misleadingPatterns(rules: unknown): readonly Problem[] {
  if (!Array.isArray(rules)) return []
  return rules.flatMap((rule: unknown, index) => {
    const match = recordOf(recordOf(rule)['match'])
    const args = Object.entries(recordOf(match['args'])).map(([name, pattern]) => ({ at: ['args', name], pattern }))
    return [{ at: ['tool'], pattern: match['tool'] }, ...args].flatMap(({ at, pattern }) =>
      problemOf(pattern, pointer(['rules', index, 'match', ...at])),
    )
  })
}

function problemOf(pattern: unknown, path: string): readonly Problem[] {
  const sign = typeof pattern === 'string' ? COMPARISON.exec(pattern)?.groups?.['sign'] : undefined
  if (sign === undefined) return []
  const shown = quote(String(pattern))
  const message = `The pattern ${shown} looks like a comparison, and patterns have none: it is compared with the text of the argument, letter by letter. ${wayOut(sign)}`
  return [{ code: 'misleading_pattern', message, path }]
}

/** What patterns can do instead: they see text, and can't say what a text is not. */
function wayOut(sign: string): string {
  if (/^[!≠]|<>/.test(sign)) return 'Hold the tool by its name, and allow the forms that you know with their own rules.'
  return sign.startsWith('=')
    ? 'Write the text by itself: a pattern has to fit the whole of it.'
    : 'By its digits a number can be told: { regex: "^[0-9]{4,}" } fits one of 1000 or more. Or leave the argument out, and hold every call.'
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
