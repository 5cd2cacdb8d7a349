import { hashOf } from '../../engine/content-hash.ts'
import type { Call, StepOutcome } from '../../engine/event.ts'
import type { EventOf } from './journal.ts'
import { outcomeOf, unwrap } from './outcome.ts'
import { record } from './record.ts'
import { refuseUnfitName } from './refuse-unfit-name.ts'
import type { Run } from './run.ts'

/** Does a stage of the program, or gives what came of it when it was finished before; its calls are not read again then. */
export async function phase<Result>(run: Run, name: string, work: () => Promise<Result>): Promise<Result> {
  refuseUnfitName('a phase', name)
  return run.call({ name, question: hashOf(['phase', name]), words: 'a phase' }, async (call, recorded) => {
    const known = recorded?.find((event): event is EventOf<'phase_recorded'> => event.type === 'phase_recorded')
    return unwrap<Result>(call, known?.data.outcome ?? (await runPhase(run, call, work)))
  })
}

async function runPhase(run: Run, call: Call, work: () => Promise<unknown>): Promise<StepOutcome> {
  const { context, journal } = run
  const { result, scope } = await run.within({ phase: call }, () => outcomeOf(work))
  if (result.ok) journal.refuseUnmet(scope.prefix)
  context.crashPoint?.('phase:ran')
  await journal.catchUp()
  const outcome = await record(run, { of: 'phase', call, outcome: result, covers: journal.partOf(scope.prefix) })
  journal.forget(scope.prefix)
  context.crashPoint?.('phase:recorded')
  return outcome
}
