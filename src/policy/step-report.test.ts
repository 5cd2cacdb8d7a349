import { expect, test } from 'vitest'
import { decideUnder } from '../testing/catalog.ts'

const truncating = {
  preset: 'jobs/full',
  limits: { max_total_warnings: 2, max_total_errors: 3, on_limit_reached: 'truncate' },
}
const lows = (count: number) => Array.from({ length: count }, (_, at) => ({ text: `issue ${at}`, severity: 'low' }))

test.for([
  // warnings before, errors before, kept warnings, kept errors
  [0, 0, 2, 3],
  [1, 1, 1, 2],
  [2, 3, 0, 0],
  [9, 9, 0, 0],
] as const)(
  'after %i warnings and %i errors a truncating run keeps %i and %i, and counts all',
  ([warnings, errors, keptWarnings, keptErrors]) => {
    const gate = { kind: 'step', phase: 'b', status: 'success', totals: { warnings, errors } } as const
    const decision = decideUnder(truncating, { ...gate, warnings: lows(5), errors: lows(5) })
    expect(decision.collected?.warnings.map(({ text }) => text)).toEqual(lows(keptWarnings).map(({ text }) => text))
    expect(decision.collected?.errors.map(({ text }) => text)).toEqual(lows(keptErrors).map(({ text }) => text))
    expect(decision).toMatchObject({ truncated: true, totals: { warnings: warnings + 5, errors: errors + 5 } })
  },
)

test('a failure that names no error is one high error with words of its own', () => {
  expect(decideUnder('standard', { kind: 'step', phase: 'b', status: 'failure' }).issues).toEqual({
    warnings: [],
    errors: [{ text: 'The step failed and named no error.', severity: 'high', category: 'other' }],
  })
})
