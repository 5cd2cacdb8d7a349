import { AppError } from '../model/errors.ts'
import { didYouMean } from '../model/nearest.ts'
import { quote } from '../model/quote.ts'

/** Each option that somebody takes; the compiler misses one that is left out. */
export type Known<Options> = Readonly<Record<keyof Options, true>>

/** Refuses an option that nobody knows: types are stripped where an agent runs, and a misspelt `policy` would be none at all. */
export function refuseUnknownOptions(given: object, known: Readonly<Record<string, true>>, to: string): void {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (unknown === undefined) return
  const message = `${to} takes no option ${quote(unknown)}.${didYouMean(unknown, Object.keys(known))}`
  throw new AppError('invalid_input', [{ code: 'unknown_key', message, path: `/${unknown}` }], { message })
}

/** The options that somebody says something by: one that is undefined is left out, and takes nothing of what holds without it. */
export function saidOptions<Given extends object>(options: Given): Given {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given
}
