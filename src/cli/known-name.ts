import { didYouMean } from '../model/nearest.ts'
import { quote } from '../model/quote.ts'
import { wrongCall } from './wrong-call.ts'

/** A name from the command line, which has to be one of these. */
export function knownName<Name extends string>(what: string, name: string, names: readonly Name[]): Name {
  const known = names.find((one) => one === name)
  if (known !== undefined) return known
  throw wrongCall(`There is no ${what} ${quote(name)}.${didYouMean(name, names)}`)
}
