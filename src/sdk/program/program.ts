import type { ProgramRef } from '../../model/job.ts'
import type { ProgramJob } from './program-job.ts'

/** What a program does: an ordinary function over the durable verbs of its job. It may be left and run again at any call. */
export type Body<Input, Result> = (job: ProgramJob, input: Input) => Promise<Result>

/** A named program. Its version tells a resumed job whether it meets the code that it began with. */
export interface Program<Input = never, Result = unknown> {
  readonly name: string
  readonly version: string
  readonly body: Body<Input, Result>
}

/** What a job keeps of its program. */
export function refOf({ name, version }: Pick<Program, 'name' | 'version'>): ProgramRef {
  return { name, version }
}
