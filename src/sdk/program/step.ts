import { claimStep } from '../../engine/claim-step.ts'
import { hashOf, seal } from '../../engine/content-hash.ts'
import type { Call, StepOutcome } from '../../engine/event.ts'
import { loadJob, refuseHalted, refuseIdle } from '../../engine/job-state.ts'
import { Reader } from '../../engine/reader.ts'
import { runCommand } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import { newId } from '../new-id.ts'
import { perform, takeUp } from '../run-action.ts'
import { type EventOf, STEP_KEY } from './journal.ts'
import { outcomeOf, stepFailed, unwrap } from './outcome.ts'
import type { StepWork } from './program.ts'
import { record } from './record.ts'
import { refuseUnfitName } from './refuse-unfit-name.ts'
import type { Run } from './run.ts'
import { idOf } from './scope.ts'

/** Does a unit of work, or gives what came of it when it was done before. */
export async function step<Result>(run: Run, name: string, work: StepWork<Result>): Promise<Result> {
  refuseUnfitName('a step', name)
  return run.call({ name, question: hashOf(['step', name]), words: 'a step' }, async (call, recorded) => {
    const known = recorded?.find((event): event is EventOf<'step_recorded'> => event.type === 'step_recorded')
    return unwrap<Result>(call, known?.data.outcome ?? (await runStep(run, { call, name, work })))
  })
}

interface Work {
  readonly call: Call
  readonly name: string
  readonly work: StepWork<unknown>
}

async function runStep(run: Run, { call, name, work }: Work): Promise<StepOutcome> {
  const { crashPoint } = run.context
  await refuseOver(run)
  crashPoint?.('step:before_run')
  const { result } = await run.within({ step: name }, () =>
    outcomeOf(() => work({ key: `${run.job.id}/${idOf(call)}` })),
  )
  crashPoint?.('step:ran')
  const outcome = await record(run, { of: 'step', call, outcome: result })
  crashPoint?.('step:recorded')
  return outcome
}

/** A cancel or a kill switch reaches a program at its next call, whatever that is. */
async function refuseOver({ context, job }: Run): Promise<void> {
  const state = await loadJob(new Reader(context.store), job.id, context.policies)
  refuseIdle(state.job)
  refuseHalted(state)
}

/** Does a unit of work at most once. */
export async function stepOnce<Result>(run: Run, name: string, work: StepWork<Result>): Promise<Result> {
  refuseUnfitName('a step', name)
  const sealed = seal({ tool: name })
  return run.call({ name, question: sealed.hash, words: 'a step that runs once' }, async (call) => {
    const claim = { attempt: newId('att'), session: run.context.session.id, recorded: true, idempotent: false }
    const key = STEP_KEY + idOf(call)
    const attempt = await runCommand(run.context, claimStep, { ...run.mine, key, sealed, claim })
    const action = async () => {
      run.context.crashPoint?.('once:claimed')
      const { result } = await run.within({ step: name }, () => outcomeOf(() => work({ key: attempt.id })))
      return unwrap<Result>(call, result)
    }
    const tried = { attempt, by: run.by, action, asRecorded: true } as const
    try {
      return await (attempt.id === claim.attempt ? perform(run.context, tried) : takeUp(run.context, tried))
    } catch (error) {
      throw asFailed(call, error)
    }
  })
}

/** A failure of before reads like a failure of now. */
export function asFailed(call: Call, error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const said = error.code === 'step_failed' ? error.message : error.code === 'key_spent' && error.details.error
  return said ? stepFailed(call, { error: said }) : error
}
