import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { quote } from '../model/quote.ts'
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

/** Applies suggestions to one file, all together or none: what overlaps or no longer fits is refused, by name. Whoever has ticked them knows them by the file. */
export function applySuggestions(text: string, suggestions: readonly Suggestion[], path?: string): string {
  const lines = linesOf(text)
  const ordered = suggestions.toSorted((one, other) => one.first - other.first)
  const file = path === undefined ? 'the file' : quote(path)
  const misfits = ordered.flatMap((suggestion) => misfit(suggestion, { lines, file }))
  const problems = [...misfits, ...overlaps(ordered, file)]
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

interface Given {
  readonly lines: readonly string[]
  readonly file: string
}

function misfit({ id, first, last, quote: was, lines: proposed }: Suggestion, { lines, file }: Given) {
  const isThere =
    Number.isInteger(first) && Number.isInteger(last) && first >= 1 && last >= first && last <= lines.length
  const place = linesText(first, last)
  if (!isThere) return [problem(id, `is on ${place}, and ${file} has ${lines.length}`)]
  const now = lines.slice(first - 1, last)
  const isSame = now.length === was.length && now.every((line, at) => line === was[at])
  if (!isSame)
    return [problem(id, `was made for ${place} of ${file}, which ${first === last ? 'is' : 'are'} not as before`)]
  if (proposed.some((line) => line.includes('\n'))) return [problem(id, `for ${file} has a line break within a line`)]
  return []
}

function overlaps(ordered: readonly Suggestion[], file: string): readonly Problem[] {
  return ordered.flatMap((suggestion, at) => {
    const { id, first, last } = suggestion
    const before = ordered.slice(0, at).find((other) => other.last >= first)
    if (before === undefined) return []
    if (before.id === id) return [problem(id, 'is named twice; name it once')]
    const both = linesText(first, Math.min(before.last, last))
    const message = `Two suggestions both change ${both} of ${file}; take one of them (${before.id} and ${id}).`
    return [{ ...problem(id, ''), message }]
  })
}

function linesText(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`
}

function problem(id: string, what: string): Problem {
  return { code: 'invalid_value', message: `The suggestion ${id} ${what}.`, path: `/suggestions/${id}` }
}
