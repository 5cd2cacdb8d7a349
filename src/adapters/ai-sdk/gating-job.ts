import type { RemoteJob } from '../../client/remote-job.ts'
import type { ToolAnnotations } from '../../model/gate.ts'

/** The job of one conversation, on the files (`leeway`) or through a server (`leeway/client`). */
export type GatingJob = Pick<RemoteJob, 'id' | 'run' | 'gate' | 'look' | 'settled'>

/** A call as the model made it. */
export interface ModelCall {
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
}

/** What is known of the tools, by their names; a tool of which nothing is known counts as the worse case. */
export type Hints = Readonly<Record<string, ToolAnnotations>>
