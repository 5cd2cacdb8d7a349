import canonicalize from 'canonicalize'
import { AppError } from '../../model/errors.ts'
import type { ToolAnnotations } from '../../model/gate.ts'
import { checkpointOf, keyOf } from './call-id.ts'
import type { GatingJob, ModelCall } from './gating-job.ts'

type Args = Readonly<Record<string, unknown>>

/** A call that was asked about. */
interface AskedCall {
  readonly asked: unknown
  /** Whether this is the very call that was asked about, as it was then: whoever made it still has its input, and may have changed it. */
  readonly isFor: (call: Pick<ModelCall, 'toolName' | 'input'>) => boolean
}

/** A call that may run and is claimed: what to run it with, and how to say what came of it. */
export interface PassedCall extends AskedCall {
  readonly ran: false
  /** What a person may have made of what was asked. */
  readonly args: Args
  readonly edited: boolean
  /** Does the work, has its outcome recorded, and gives it. */
  finish(work: () => Promise<unknown>): Promise<unknown>
}

/** A call that has run already, in this process or another. */
export interface FinishedCall extends AskedCall {
  readonly ran: true
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
  const named = nameOf(call)
  const about: AskedCall = { asked, isFor: (other) => nameOf(other) === named }
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
  if ('value' in first) return { ...about, ran: true, value: first.value }
  const finish = (work: () => Promise<unknown>) => {
    outcome.resolve(
      Promise.resolve().then(() => {
        // People may have taken hours, and what runs is what they saw.
        if (about.isFor(call)) return work()
        throw otherCall()
      }),
    )
    return recorded
  }
  return { ...about, ran: false, args: first.args, edited: !isSame(first.args, argsOf(asked)), finish }
}

/** A model, or whoever stands in for one, may give two calls the same id. */
function nameOf({ toolName, input }: Pick<ModelCall, 'toolName' | 'input'>): string | undefined {
  return canonicalize([toolName, input])
}

/** Nothing that was not asked about runs. */
export function otherCall(): AppError {
  return new AppError('stale_content', [], { message: 'This is not the call that was asked about.' })
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
