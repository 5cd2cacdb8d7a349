import { AppError } from '../model/errors.ts'

/** A command was called with arguments that make no sense together. */
export function wrongCall(message: string): AppError {
  return new AppError('wrong_call', [{ code: 'invalid_value', message, path: '' }])
}

/** Does something with a name from the command line: where nobody knows it, the call was wrong and not a file. */
export function asCalled<Result>(action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problems = error.problems.map((problem) => ({ ...problem, path: '' }))
    throw new AppError('wrong_call', problems, { cause: error })
  }
}
