import canonicalize from 'canonicalize'
import type { ToolAnnotations } from '../../model/gate.ts'
import { checkpointOf, keyOf } from './call-id.ts'
import type { GatingJob, ModelCall } from './gating-job.ts'

type Args = Readonly<Record<string, unknown>>

/** A call that may run and is claimed: what to run it with, and how to say what came of it. */
export interface PassedCall {
  readonly ran: false
  /** What was asked about, and what a person may have made of it. */
  readonly asked: unknown
  readonly args: Args
  readonly edited: boolean
  /** Does the work, has its outcome recorded, and gives it. */
  finish(work: () => Promise<unknown>): Promise<unknown>
}

/** A call that has run already, in this process or another. */
export interface FinishedCall {
  readonly ran: true
  readonly asked: unknown
  readonly value: unknown
}

/** How a call is asked about. */
export interface AskOptions {
  readonly onHold?: 'wait' | 'throw' | undefined
  readonly hints?: ToolAnnotations | undefined
  readonly signal?: AbortSignal | undefined
}

/** Asks about a call and claims it. Throws where it is held or refused. The claim stands until `finish` was called. */
export async function passCall(
  job: GatingJob,
  call: ModelCall,
  { onHold, hints, signal }: AskOptions,
): Promise<PassedCall | FinishedCall> {
  const asked = call.input
  const claimed = Promise.withResolvers<Args>()
  const outcome = Promise.withResolvers<unknown>()
  const options = {
    key: keyOf(call.toolCallId),
    id: checkpointOf(job.id, call.toolCallId),
    ...(onHold && { onHold }),
    ...(hints && { annotations: hints }),
    ...(signal && { signal }),
  }
  const action = (args: Args) => {
    claimed.resolve(args)
    return outcome.promise
  }
  const recorded = job.run({ tool: call.toolName, args: argsOf(asked) }, action, options)
  // Whoever called `finish` hears of it; before that, the race below does.
  recorded.catch(() => undefined)
  const first = await Promise.race([claimed.promise.then((args) => ({ args })), recorded.then((value) => ({ value }))])
  if ('value' in first) return { ran: true, asked, value: first.value }
  const finish = (work: () => Promise<unknown>) => {
    outcome.resolve(Promise.resolve().then(work))
    return recorded
  }
  return { ran: false, asked, args: first.args, edited: !isSame(first.args, argsOf(asked)), finish }
}

/** The arguments as they are shown to people. Input that is no object has no names to show. */
export function argsOf(input: unknown): Args {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  return isObject ? (input as Args) : { input }
}

/** The input that a tool takes, out of arguments that were shown to people. */
export function inputOf(asked: unknown, args: Args): unknown {
  return argsOf(asked) === asked ? args : args['input']
}

/** Whether two inputs are the same, as JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonicalize(one) === canonicalize(other)
}
