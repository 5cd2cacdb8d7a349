import * as z from 'zod'
import { didYouMean } from './nearest.ts'
import { quote } from './quote.ts'

/** An object that knows its keys: an unknown one is an error that names the nearest known key. */
export function strict<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      // More than anybody reads; an input with very many keys must not cost as many searches for the nearest name.
      return issue.keys
        .slice(0, 50)
        .map((key) => `Unknown key ${quote(key)}.${didYouMean(key, known)}`)
        .join('\n')
    },
  })
}
