import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { linesOf } from './anchor.ts'

/** New lines in place of old ones, as a reviewer proposes them. */
export interface Suggestion {
  /** The thread that it stands in, by which an error names it. */
  readonly id: string
  /** Counted from 1; both are replaced. */
  readonly first: number
  readonly last: number
  /** What stood there when it was written: an edit of other lines is not applied. */
  readonly quote: readonly string[]
  /** None takes the lines out. */
  readonly lines: readonly string[]
}

/** Applies suggestions to one file, all together or none: what overlaps or no longer fits is refused, by name. */
export function applySuggestions(text: string, suggestions: readonly Suggestion[]): string {
  const lines = linesOf(text)
  const ordered = suggestions.toSorted((one, other) => one.first - other.first)
  const problems = [...ordered.flatMap((suggestion) => misfit(suggestion, lines)), ...overlaps(ordered)]
  if (problems.length > 0) throw new AppError('invalid_input', problems)

  const parts = ordered.flatMap((suggestion, at) => [
    ...lines.slice(ordered[at - 1]?.last ?? 0, suggestion.first - 1),
    ...withEnds(suggestion),
  ])
  const all = [...parts, ...lines.slice(ordered.at(-1)?.last ?? 0)]
  // No suggestion shows how a file ends, so that stays; where the last lines go, those before them keep the end that they had.
  const last = ordered.at(-1)
  const isCutOff = last?.last === lines.length && last.lines.length === 0
  const isUnended = text !== '' && !text.endsWith('\n') && !isCutOff
  return all.length === 0 ? '' : `${all.join('\n')}${isUnended ? '' : '\n'}`
}

/** A field of a browser knows no carriage return: where all lines had one before their line feed, those in their place have it too. */
function withEnds({ quote, lines }: Suggestion): readonly string[] {
  const hadBoth = quote.every((line) => line.endsWith('\r')) && !lines.some((line) => line.includes('\r'))
  return hadBoth ? lines.map((line) => `${line}\r`) : lines
}

function misfit({ id, first, last, quote, lines: proposed }: Suggestion, lines: readonly string[]): readonly Problem[] {
  const isThere =
    Number.isInteger(first) && Number.isInteger(last) && first >= 1 && last >= first && last <= lines.length
  if (!isThere) return [problem(id, `is on lines ${first} to ${last}, and the file has ${lines.length}`)]
  const now = lines.slice(first - 1, last)
  const isSame = now.length === quote.length && now.every((line, at) => line === quote[at])
  if (!isSame) return [problem(id, `was made for lines ${first} to ${last} as they no longer are`)]
  if (proposed.some((line) => line.includes('\n'))) return [problem(id, 'has a line break within a line')]
  return []
}

function overlaps(ordered: readonly Suggestion[]): readonly Problem[] {
  return ordered.flatMap((suggestion, at) => {
    const before = ordered.slice(0, at).find(({ last }) => last >= suggestion.first)
    if (before === undefined) return []
    if (before.id === suggestion.id) return [problem(suggestion.id, 'is named twice; name it once')]
    const lines = `lines ${suggestion.first} to ${Math.min(before.last, suggestion.last)}`
    return [problem(suggestion.id, `and ${before.id} both change ${lines}; take one of them`)]
  })
}

function problem(id: string, what: string): Problem {
  return { code: 'invalid_value', message: `The suggestion ${id} ${what}.`, path: `/suggestions/${id}` }
}
