import fc from 'fast-check'
import { afterEach, inject } from 'vitest'

const runs = inject('propertyRuns')
let cases = 0

// The everyday run repeats itself exactly, so that a red test is red for everyone; the long run looks for new cases.
fc.configureGlobal({
  ...(runs > 0 ? { numRuns: runs } : { seed: 20_261_115, numRuns: 150 }),
  reporter: (details) => {
    cases += details.numRuns
    if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance })
  },
})

afterEach(({ task }) => {
  if (cases > 0) task.meta.cases = cases
  cases = 0
})
