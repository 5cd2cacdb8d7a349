import { AppError } from '../model/errors.ts'
import { refuseDeep } from '../model/refuse-deep.ts'
import { findSecret } from '../review/find-secret.ts'

/** Refuses a literal secret, and what is nested too deeply to be read back, before anything is written: what the log holds, it holds for ever. */
export function refuseSecrets(value: unknown, at: string): void {
  refuseDeep(value, at)
  const found = findSecret(value)
  if (found === undefined) return
  const message = `This looks like ${found.what}. Write a reference, {"$secret": "NAME"}, which is resolved when the action runs.`
  throw new AppError('literal_secret', [{ code: 'invalid_value', message, path: at + found.path }])
}
