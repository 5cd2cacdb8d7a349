import { AppError } from './errors.ts'

/** Does something with one part of a larger input; what is wrong with it is then told by its place in the whole. */
export function within<Result>(at: string, action: () => Result): Result {
  return replacing((path) => at + path, action)
}

/** Does something with a part that has no parts of its own, such as a name: all of it is wrong, or nothing. */
export function wholly<Result>(at: string, action: () => Result): Result {
  return replacing(() => at, action)
}

function replacing<Result>(place: (path: string) => string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problems = error.problems.map((problem) => ({ ...problem, path: place(problem.path) }))
    throw new AppError(error.code, problems, { cause: error })
  }
}
