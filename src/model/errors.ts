import type { Problem } from './problem.ts'

/** Every error of the product: its HTTP status, whether trying again helps, and its sentence. */
export const ERRORS = {
  invalid_input: { status: 422, retry: false, text: 'The input is not valid.' },
  wrong_call: { status: 400, retry: false, text: 'The command was called the wrong way.' },
  unreadable_file: { status: 422, retry: false, text: 'The file could not be read.' },
} as const
export type ErrorCode = keyof typeof ERRORS

/** The one error class: thrown only for what the caller cannot go on from. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly problems: readonly Problem[]

  constructor(code: ErrorCode, problems: readonly Problem[] = [], options?: ErrorOptions) {
    super(problems[0]?.message ?? ERRORS[code].text, options)
    this.code = code
    this.problems = problems
  }
}
