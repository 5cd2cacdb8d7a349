import { AppError } from '../../model/errors.ts'
import type { Feedback } from '../pull/feedback.ts'
import type { PhaseReport } from './phase-work.ts'
import type { Run } from './run.ts'

/** Nothing of the round counts before every thread has its answer; the program can be mended and run again. */
export function refuseUnanswered(
  run: Run,
  feedback: Feedback | null,
  { answers = [], remarks = [] }: PhaseReport,
): void {
  if (feedback === null) return
  const missing = [
    ...feedback.unanswered.filter((id) => !answers.some(({ thread }) => thread === id)),
    ...feedback.remarks
      .filter(({ number }) => !remarks.some((given) => given.number === number))
      .map(({ number }) => `remark ${number}`),
  ]
  if (missing.length === 0) return
  throw run.leave(new AppError('unanswered_remarks', [], { message: `These need an answer: ${missing.join(', ')}.` }))
}
