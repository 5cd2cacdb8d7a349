import * as z from 'zod'

/** JSON's own number grammar: `1e400`, `0x10`, ` 7` and `7abc` are not numbers here. */
const NUMERIC = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The finite number that a value stands for, or undefined when it is none. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A confidence between 0 and 1, or null for anything that cannot be read as one. */
export function readConfidence(value: unknown): number | null {
  const number = readNumber(value)
  return number !== undefined && number >= 0 && number <= 1 ? number : null
}

/** A number of at least 0; a numeric string counts as its number. */
export const DecimalAmount = z
  .union([z.number(), z.string().regex(NUMERIC, 'The text is not a number.')])
  .transform(Number)
  .pipe(z.number().nonnegative())

/** One of the words, in any case. */
export function wordOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z
    .string()
    .transform((word) => word.toLowerCase())
    .pipe(z.enum(words))
}
