import type * as z from 'zod'
import type { GateInput } from '../../model/gate.ts'
import type { CheckpointId, JobId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { AnswerKind } from '../../model/review.ts'
import type { GateOptions } from '../gate-options.ts'
import type { RunOptions } from '../job-handle.ts'
import type { Passage } from '../passage.ts'
import type { Action } from '../run-action.ts'
import { type ChildOptions, type ChildResult, child } from './child.ts'
import { gate, type ProgramGateOptions } from './gate.ts'
import { phase } from './phase.ts'
import { type Revision, revise } from './revise.ts'
import type { Run } from './run.ts'
import { runTool, type ToolCall } from './run-tool.ts'
import { type StepOptions, type StepWork, step, stepOnce } from './step.ts'

type DefaultAnswers = 'approve' | 'edit' | 'reject' | 'comment'

/** The durable verbs of a program. Each is recorded; run again, the program gets the same answers without doing anything twice. */
export class ProgramJob {
  readonly #run: Run

  constructor(run: Run) {
    this.#run = run
  }

  get id(): JobId {
    return this.#run.job.id
  }

  /** The job as it stands now; nothing that a program should decide by, because it is not recorded. */
  async read(): Promise<Job> {
    return (await this.#run.context.store.get('jobs', this.id))?.row ?? this.#run.job
  }

  /** Does one unit of work. Without a recorded outcome it runs again after a crash; with `once` it never does. */
  step<Result>(name: string, work: StepWork<Result>, { once = false }: StepOptions = {}): Promise<Result> {
    return once ? stepOnce(this.#run, name, work) : step(this.#run, name, work)
  }

  /** Asks whether the job may go on; the program is left while a person has to look. */
  gate<const Kind extends AnswerKind = DefaultAnswers, Schema extends z.ZodType = z.ZodType>(
    given: GateInput,
    options: GateOptions<Kind, Schema> & ProgramGateOptions = {},
  ): Promise<Passage<Kind, Schema>> {
    return gate(this.#run, given, options) as Promise<Passage<Kind, Schema>>
  }

  /** Asks about a tool call, and runs it once if it may. */
  run<Result>(call: ToolCall, action: Action<Result>, options: RunOptions & ProgramGateOptions = {}): Promise<Result> {
    return runTool(this.#run, call, { options, action })
  }

  /** Brings the next revision of what was sent back, with an answer to every remark. */
  revise(checkpoint: CheckpointId, next: Revision): Promise<Passage> {
    return revise(this.#run, checkpoint, next)
  }

  /** Hands work to another agent, never freer than this job may hand on, and waits for it. */
  child<Input, Result>(agent: string, options: ChildOptions<Input, Result>): Promise<ChildResult<Result>> {
    return child(this.#run, agent, options)
  }

  /** Does a stage of the work. Once finished it is one recorded result, and its calls are never read again. */
  phase<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    return phase(this.#run, name, work)
  }
}
