import type * as z from 'zod'
import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { problemsOf } from '../model/problems-of.ts'
import type { Source } from './read-source.ts'

/** Reads what a file said as one kind of thing, or names every mistake in it with its line. */
export function parseAs<Output>(schema: z.ZodType<Output>, source: Source, at: Pointer = ''): Output {
  const input = at === '' ? source.value : (source.value as Record<string, unknown>)[at.slice(1)]
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw located(new AppError('invalid_input', problemsOf(parsed.error, { input })), source, at)
}

/** The whole file, or one of its keys. */
type Pointer = '' | `/${string}`

/** Does something with one part of a file; what goes wrong is told with that part's line. */
export function inSource<Result>(source: Source, at: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    throw error instanceof AppError ? located(error, source, at) : error
  }
}

function located(error: AppError, source: Source, at = ''): AppError {
  const problems = error.problems.map((problem) => (problem.file === undefined ? place(problem, source, at) : problem))
  return new AppError(error.code, problems.toSorted(byPlace), { cause: error })
}

/** People mend a file from its top. */
function byPlace(a: Problem, b: Problem): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}

function place(problem: Problem, source: Source, at: string): Problem {
  const path = at + problem.path
  return { ...problem, path, file: source.path, ...source.locate(path) }
}
