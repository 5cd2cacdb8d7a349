import { AppError } from '../model/errors.ts'
import { refuseDeep } from '../model/refuse-deep.ts'
import { refuseHalfCharacters } from '../model/refuse-half-characters.ts'
import { findSecret } from '../review/find-secret.ts'

/**
 * Refuses what may not be kept of what somebody gave, before anything is written: a literal secret, half a character, and what is nested
 * too deeply to be read back. What the log holds, it holds for ever.
 */
export function refuseSecrets(value: unknown, at: string): void {
  refuseDeep(value, at)
  refuseHalfCharacters(value, at)
  refuseLiteral(value, at)
}

/** The same of what came of something. It has happened, and is kept as it came: half a character is none the worse for it. */
export function refuseSecretsIn(outcome: unknown, at: string): void {
  refuseDeep(outcome, at)
  refuseLiteral(outcome, at)
}

function refuseLiteral(value: unknown, at: string): void {
  const found = findSecret(value)
  if (found === undefined) return
  const message = `This looks like ${found.what}. Write a reference, {"$secret": "NAME"}, which is resolved when the action runs.`
  throw new AppError('literal_secret', [{ code: 'invalid_value', message, path: at + found.path }])
}
