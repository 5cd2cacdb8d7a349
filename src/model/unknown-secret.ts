import { AppError } from './errors.ts'
import { quote } from './quote.ts'

/** What an action is told whose secret nobody gives. It is told before anything is claimed, so that the same key goes on once it is there. */
export function unknownSecret(name: string, cause?: unknown): AppError {
  const message = `There is no secret ${quote(name)} here, so that nothing ran and no approval was spent. Set it, and call again under the same key.`
  return new AppError('unknown_secret', [], {
    message,
    details: { secret: name },
    ...(cause !== undefined && { cause }),
  })
}
