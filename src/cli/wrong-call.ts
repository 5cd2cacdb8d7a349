import { AppError } from '../model/errors.ts'

/** A command was called with arguments that make no sense together. */
export function wrongCall(message: string): AppError {
  return new AppError('wrong_call', [{ code: 'invalid_value', message, path: '' }])
}
