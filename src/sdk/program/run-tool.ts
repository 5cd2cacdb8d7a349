import type { GateInput } from '../../model/gate.ts'
import type { RunOptions } from '../job-handle.ts'
import { refused } from '../refused.ts'
import { type Action, runSettled, takeUp } from '../run-action.ts'
import { askOrReplay, readyGate } from './gate.ts'
import { outcomeOf, unwrap } from './outcome.ts'
import type { Named, ToolCall } from './program.ts'
import type { Run } from './run.ts'
import { asFailed } from './step.ts'

/** Asks about a tool call and runs it once if it may, or gives what came of it before. */
export function runTool<Result>(
  run: Run,
  { tool, args }: ToolCall,
  { options, action }: { readonly options: RunOptions & Named; readonly action: Action<Result> },
): Promise<Result> {
  const { annotations, idempotent = false, ...rest } = options
  const given: GateInput = { kind: 'tool', tool, args: args ?? {}, ...(annotations && { annotations }) }
  const ready = readyGate(run, { given, options: rest, recorded: true, idempotent })
  return run.call(ready.asking, async (call, recorded) => {
    const answer = await askOrReplay(run, { ready, recorded, call })
    const inStep: Action<Result> = async (final, about) => {
      const { result } = await run.within({ step: tool }, () => outcomeOf(() => action(final, about)))
      return unwrap<Result>(call, result)
    }
    const tried = { by: run.by, action: inStep, asRecorded: true } as const
    try {
      if ('settled' in answer) return await runSettled(run.context, answer.settled, tried)
      if (answer.attempt === null) throw refused(answer.passage)
      return await takeUp(run.context, { ...tried, attempt: answer.attempt })
    } catch (error) {
      throw asFailed(call, error)
    }
  })
}
