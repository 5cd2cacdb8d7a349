import type * as z from 'zod'
import type { Autonomy } from '../../config/autonomy.ts'
import type { GivenAnswer } from '../../engine/revise-checkpoint.ts'
import type { Surroundings } from '../../model/content.ts'
import type { GateInput } from '../../model/gate.ts'
import type { CheckpointId, JobId } from '../../model/ids.ts'
import type { Job, ProgramRef } from '../../model/job.ts'
import type { AnswerKind } from '../../model/review.ts'
import type { ToolNote } from '../artifacts/tool-note.ts'
import type { GateOptions } from '../gate-options.ts'
import type { RunOptions } from '../job-handle.ts'
import type { Passage } from '../passage.ts'
import type { Action } from '../run-action.ts'
import type { BranchPhase, PhaseEnd, PhaseWork } from './phase-work.ts'
import type { Completed, Ended } from './program-run.ts'

/** What a program does: an ordinary function over the durable verbs of its job. It may be left and run again at any call. */
export type Body<Input, Result> = (job: ProgramJob, input: Input) => Promise<Result>

/** A named program. Its version tells a resumed job whether it meets the code that it began with. */
export interface Program<Input = never, Result = unknown> {
  readonly name: string
  readonly version: string
  /** The tools that it uses; each has a page in the workspaces of its jobs. */
  readonly tools?: readonly ToolNote[]
  readonly body: Body<Input, Result>
}

/** What a job keeps of its program. */
export function refOf({ name, version }: Pick<Program, 'name' | 'version'>): ProgramRef {
  return { name, version }
}

/** What a step does. The key is the same whenever the step runs again, for targets that take one. */
export type StepWork<Result> = (about: { readonly key: string }) => Promise<Result> | Result

/** How a step runs. */
export interface StepOptions {
  /** Claimed before it runs, so that it runs at most once; after a crash in between a person has to say what became of it. */
  readonly once?: boolean
}

/** How a call of a program is told from others. */
export interface Named {
  /** What the call is known by, together with how often that name occurred; the kind of the gate when left out. */
  readonly name?: string
}

/** A call of a tool by a program. */
export interface ToolCall {
  readonly tool: string
  readonly args?: Readonly<Record<string, unknown>>
}

/** The next revision of what was sent back, with an answer to every remark. */
export interface Revision {
  readonly gate: GateInput
  readonly around?: Surroundings
  readonly answers: readonly GivenAnswer[]
}

/** What a program is given: it may be left out where the program takes nothing as well, which it then gets as `null`. */
export type GivenInput<Input> = undefined extends Input
  ? { readonly input?: Input | undefined }
  : null extends Input
    ? { readonly input?: Input | undefined }
    : { readonly input: Input }

/** Work that a program hands on. */
export type ChildOptions<Input, Result> = HandedOn<Input, Result> & GivenInput<Input>

interface HandedOn<Input, Result> {
  readonly program: Program<Input, Result>
  /** How free the child is; what it does not say comes from the most that its parent hands on. */
  readonly policy?: Autonomy
  readonly title?: string
  /** What the call is known by; the name of the agent when left out. */
  readonly name?: string
}

/** A no that a child met, from the policy or from a person. */
export interface ChildRefusal {
  readonly child: JobId
  readonly checkpoint: CheckpointId | null
  readonly reason: string
}

/** What came of a child. That it failed is a fact for its parent, and no error. */
export type ChildResult<Result> = (Completed<Result> | Ended) & { readonly refused: readonly ChildRefusal[] }

type DefaultAnswers = 'approve' | 'edit' | 'reject' | 'comment'

/** The durable verbs of a program. Each is recorded; run again, the program gets the same answers without doing anything twice. */
export interface ProgramJob {
  readonly id: JobId
  /** The job as it stands now; nothing that a program should decide by, because it is not recorded. */
  read(): Promise<Job>
  /** Does one unit of work. Without a recorded outcome it runs again after a crash; with `once` it never does. */
  step<Result>(name: string, work: StepWork<Result>, options?: StepOptions): Promise<Result>
  /** Asks whether the job may go on; the program is left while a person has to look. */
  gate<const Kind extends AnswerKind = DefaultAnswers, Schema extends z.ZodType = z.ZodType>(
    gate: GateInput,
    options?: GateOptions<Kind, Schema> & Named,
  ): Promise<Passage<Kind, Schema>>
  /** Asks about a tool call, and runs it once if it may. */
  run<Result>(call: ToolCall, action: Action<Result>, options?: RunOptions & Named): Promise<Result>
  /** Brings the next revision of what was sent back, with an answer to every remark. */
  revise(checkpoint: CheckpointId, next: Revision): Promise<Passage>
  /** Hands work to another agent, never freer than this job may hand on, and waits for it. */
  child<Input, Result>(agent: string, options: ChildOptions<Input, Result>): Promise<ChildResult<Result>>
  /** Does a stage of the work. Once finished it is one recorded result, and its calls are never read again. */
  phase<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Does a numbered phase on a branch of its own, offers it as a pull request, and comes back when it is merged or given up. */
  phase(phase: BranchPhase, work: PhaseWork): Promise<PhaseEnd>
}
