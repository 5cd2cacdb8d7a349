import fc from 'fast-check'
import { inject } from 'vitest'

const runs = inject('propertyRuns')

// The everyday run repeats itself exactly, so that a red test is red for everyone; the long run looks for new cases.
fc.configureGlobal(runs > 0 ? { numRuns: runs } : { seed: 20_261_115 })
