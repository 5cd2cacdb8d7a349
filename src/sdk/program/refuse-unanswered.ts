import { pullIdOf } from '../../engine/pull/pull-state.ts'
import { strayAnswer } from '../../engine/pull/push-round.ts'
import { isAnswer, WHAT_ANSWERS } from '../../model/agent-answer.ts'
import { AppError } from '../../model/errors.ts'
import { MAIN } from '../../review/branch-name.ts'
import type { Entered } from '../pull/enter-phase.ts'
import type { Feedback } from '../pull/feedback.ts'
import type { PhaseReport } from './phase-work.ts'
import type { Run } from './run.ts'

/** What people said, and what the agent says to it. */
interface Answered {
  readonly feedback: Feedback
  readonly report: PhaseReport
}

/**
 * Whoever answers a thread that is not there has mistyped one, and means another. It is said before anything of the round counts, so that the
 * program can be mended and run again.
 */
export async function refuseStrays(run: Run, { branch }: Pick<Entered, 'branch'>, report: PhaseReport): Promise<void> {
  const { answers = [] } = report
  if (answers.length === 0) return
  const equals = [pullIdOf(run.job.id, branch)]
  const found = await run.context.store.find({ table: 'review_threads', index: 'by_pull', equals, limit: 1000 })
  const message = strayAnswer(answers.filter(isAnswer), new Set(found.map(({ row }) => row.id)))
  if (message !== undefined) throw run.leave(new AppError('invalid_input', [], { message }))
}

/** Nothing of the round counts before every thread has its answer; the program can be mended and run again. */
export async function refuseUnanswered(run: Run, { branch }: Pick<Entered, 'branch'>, said: Answered): Promise<void> {
  const message = passedOver(said) ?? (await fixedElsewhere(run, branch, said.report))
  if (message !== undefined) throw run.leave(new AppError('unanswered_remarks', [], { message }))
}

function passedOver({ feedback, report: { answers = [], remarks = [] } }: Answered): string | undefined {
  const missing = [
    ...feedback.unanswered.filter((id) => !answers.some((given) => given.thread === id && isAnswer(given))),
    ...feedback.remarks
      .filter(({ number }) => !remarks.some((given) => given.number === number && isAnswer(given)))
      .map(({ number }) => `remark ${number}`),
  ]
  return missing.length === 0 ? undefined : `These need an answer: ${missing.join(', ')}. ${WHAT_ANSWERS}`
}

/** A commit that something was fixed in is one that a reviewer finds on the branch, and that main did not have anyway. */
async function fixedElsewhere(run: Run, branch: string, { answers = [] }: PhaseReport): Promise<string | undefined> {
  const { workspaces } = run.context
  const named = answers.filter((given) => given.commit !== undefined && isAnswer(given))
  const head = named.length === 0 ? undefined : await workspaces.head(run.job.id, branch)
  // A branch that is gone was merged by somebody else, with all that was said.
  if (head === undefined) return undefined
  const main = await workspaces.head(run.job.id, MAIN)
  for (const { thread, commit = '' } of named) {
    const said = `${thread} is said to be fixed in ${commit.slice(0, 10)}, which is`
    if (!(await workspaces.holds(run.job.id, head, commit))) return `${said} not on ${branch}.`
    if (main === undefined || !(await workspaces.holds(run.job.id, main, commit))) continue
    return `${said} a commit of main. Name one of ${branch}, or none.`
  }
  return undefined
}
