import type * as z from 'zod'
import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { problemsOf } from '../model/problems-of.ts'
import type { Source } from './read-source.ts'

/** Reads what a file said as one kind of thing, or names every mistake in it with its line. */
export function parseAs<Output>(schema: z.ZodType<Output>, source: Source): Output {
  const parsed = schema.safeParse(source.value)
  if (parsed.success) return parsed.data
  throw located(new AppError('invalid_input', problemsOf(parsed.error, { input: source.value })), source)
}

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
  return new AppError(error.code, problems, { cause: error })
}

function place(problem: Problem, source: Source, at: string): Problem {
  const path = at + problem.path
  return { ...problem, path, file: source.path, ...source.locate(path) }
}
