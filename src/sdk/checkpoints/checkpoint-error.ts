import { AppError, type ErrorCode } from '../../model/errors.ts'

/** Anything that goes wrong with a checkpoint; the code and the details say what. */
export class CheckpointError extends Error {
  override readonly name: string = 'CheckpointError'
  readonly code: ErrorCode
  /** Who was first and when, which id is taken, and the like. */
  readonly details: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, options: ErrorOptions & { details?: Record<string, string> } = {}) {
    super(message, options)
    this.code = code
    this.details = options.details ?? {}
  }
}

/** A person said no, or the policy did; the same work can not be offered again. */
export class CheckpointRejectedError extends CheckpointError {
  override readonly name: string = 'CheckpointRejectedError'
  readonly reason: string

  constructor(checkpoint: string | null, reason: string) {
    const which = checkpoint === null ? 'The work' : `Checkpoint ${checkpoint}`
    super('rejected', `${which} was rejected: ${reason}`, { details: checkpoint === null ? {} : { checkpoint } })
    this.reason = reason
  }
}

/** Does something, and tells what goes wrong in the words of this interface. */
export async function inCheckpointWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new CheckpointError(error.code, error.message, { cause: error, details: { ...error.details } })
  }
}
