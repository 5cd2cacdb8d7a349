/** Tells whether a whole text fits a pattern. */
export type TextMatcher = (text: string) => boolean

/** One that says how much each character of a text may cost it. */
export type WeighedMatcher = TextMatcher & { readonly weight: number }

const ESCAPED = /\\[*?\\]/
const TOKEN = /\\[*?\\]|\*+|[^]/gu
const ANY_RUN = -1
const ANY_ONE = -2

/** A code point that has to be there, or one of the two wildcards. */
type Part = number

/**
 * Prepares a glob. `*` is any run of characters, `/` and line ends too; `?` is one character; a backslash makes a
 * following `*`, `?` or backslash plain; all else, case too, is meant as written. The whole text has to fit.
 */
export function compileGlob(pattern: string): TextMatcher {
  const parts = partsOf(pattern)
  const wildcard = parts.findIndex((part) => part < 0)
  if (wildcard === -1) {
    const whole = toText(parts)
    return (text) => text === whole
  }
  if (wildcard === parts.length - 1 && parts[wildcard] === ANY_RUN) {
    const start = toText(parts.slice(0, -1))
    return (text) => text.startsWith(start)
  }
  return (text) => fits(parts, text)
}

function partsOf(pattern: string): readonly Part[] {
  const tokens = pattern.match(TOKEN) ?? []
  return tokens.map((token) => {
    if (token.startsWith('*')) return ANY_RUN
    if (token === '?') return ANY_ONE
    return codePoint(ESCAPED.test(token) ? token.slice(1) : token, 0)
  })
}

/** Goes back to the last star only: a star further left could not reach what this one cannot. */
function fits(parts: readonly Part[], text: string): boolean {
  let part = 0
  let at = 0
  let star = -1
  let starEnd = 0
  while (at < text.length) {
    const here = codePoint(text, at)
    const wanted = parts[part]
    if (wanted === ANY_RUN) {
      star = part
      starEnd = at
      part++
    } else if (wanted === here || wanted === ANY_ONE) {
      part++
      at += width(here)
    } else if (star >= 0) {
      starEnd += width(codePoint(text, starEnd))
      at = starEnd
      part = star + 1
    } else {
      return false
    }
  }
  return part === parts.length || (part === parts.length - 1 && parts[part] === ANY_RUN)
}

function toText(parts: readonly Part[]): string {
  return parts.map((part) => String.fromCodePoint(part)).join('')
}

function codePoint(text: string, at: number): number {
  return text.codePointAt(at) as number
}

function width(point: number): number {
  return point > 0xffff ? 2 : 1
}
