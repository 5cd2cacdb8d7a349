import type * as z from 'zod'

/** What is said of a value that is of the right shape: too long, too short, not as it is usually written, or with more than was known. */
const OF_MEASURE: ReadonlySet<z.core.$ZodIssue['code']> = new Set([
  'too_big',
  'too_small',
  'invalid_format',
  'not_multiple_of',
  'unrecognized_keys',
  'custom',
])

/**
 * Whether an issue leaves the shape of an answer alone. Bounds are for whoever asks. What is stored was written by many hands, and one row
 * that is longer than people may write today must not keep anybody from reading the others.
 */
export function isOfMeasure(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_union')
    return issue.errors.some((branch) => branch.length > 0 && branch.every(isOfMeasure))
  return OF_MEASURE.has(issue.code)
}
