import { expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../model/errors.ts'
import { nextStep } from './next-step.ts'

// biome-ignore format: a table
test.for([
  ['expired',            { checkpoint: 'chk_1' }, 'leeway checkpoints show chk_1'],
  ['answer_not_allowed', { checkpoint: 'chk_1' }, 'leeway checkpoints show chk_1'],
  ['job_ended',          { job: 'job_1' },        'leeway job show job_1'],
  ['unresolved_threads', { pull: 'pul_1' },       'leeway pr show pul_1. Settle one: leeway pr resolve pul_1 THREAD'],
  ['rejected_parts',     { pull: 'pul_1' },       'leeway pr show pul_1. Have it changed: leeway pr request-changes pul_1 --text WHAT'],
  ['unseen_files',       {},                      'leeway pr file ID PATH'],
] as const)('the step after %s names what the error is about', ([code, details, step]) => {
  expect(nextStep(new AppError(code satisfies ErrorCode, [], { details }))).toContain(step)
})
