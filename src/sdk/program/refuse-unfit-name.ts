import { AppError } from '../../model/errors.ts'
import { quote } from '../../model/quote.ts'

/** A call is known by its name whenever the program runs again, so the name has to be one that can be written down. */
export function refuseUnfitName(what: string, name: string): void {
  if (name.isWellFormed()) return
  const message = `The name of ${what}, ${quote(name)}, has half a character (a lone surrogate), which can not be written down. Remove it.`
  throw new AppError('invalid_input', [{ code: 'bad_encoding', message, path: '' }])
}
