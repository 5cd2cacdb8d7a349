import type * as z from 'zod'
import { AppError } from '../model/errors.ts'
import type { GateInput } from '../model/gate.ts'
import type { Job } from '../model/job.ts'
import { quote } from '../model/quote.ts'
import type { AnswerKind } from '../model/review.ts'
import { unkeyed } from '../model/unkeyed.ts'
import { GATE_OPTIONS, type GateOptions } from './gate-options.ts'
import { type Known, refuseUnknownOptions, saidOptions } from './known-options.ts'
import { ownOptions } from './own-options.ts'
import type { Passage } from './passage.ts'
import { readResponse } from './read-response.ts'
import type { Action } from './run-action.ts'

type Args = Readonly<Record<string, unknown>>

/** How a gate is answered where nobody says otherwise. */
export type DefaultAnswers = 'approve' | 'edit' | 'reject' | 'comment'

/** How one call of a guarded tool differs from the others. */
export interface RunOptions extends Omit<GateOptions, 'answers' | 'response'> {
  /** The risk hints of the tool, in MCP's spelling. */
  readonly annotations?: Extract<GateInput, { kind: 'tool' }>['annotations']
  /** The target takes our key and does nothing twice, so that an unknown outcome may be tried again. */
  readonly idempotent?: boolean
}

const { answers: _answers, response: _response, ...RUN } = GATE_OPTIONS
/** The names of all of them. */
export const RUN_OPTIONS: Known<RunOptions> = { ...RUN, annotations: true, idempotent: true }

/** What a job asks: a gate, how it is asked, and whether somebody will record how it went. */
export interface Asking {
  readonly gate: GateInput
  readonly options: GateOptions
  readonly recorded: boolean
  readonly idempotent: boolean
}

/** Policies and people go by the names of arguments, so that a guarded function has to be given them by name. */
function refuseOtherArgs(tool: string, given: unknown): void {
  if (given === undefined || given === null || (typeof given === 'object' && !Array.isArray(given))) return
  const what = Array.isArray(given) ? 'a list' : typeof given === 'string' ? quote(given) : `a ${typeof given}`
  const message = `A guarded function takes one object of arguments, such as { to: "ann" }. ${quote(tool)} was called with ${what}.`
  throw new AppError('invalid_input', [{ code: 'invalid_type', message, path: '/args' }], { message })
}

/** What a job does at its gates, wherever what is held is kept: on the files, or behind a server. */
export abstract class GatedJob {
  /** The job as it stands now. */
  abstract read(): Promise<Job>
  /** Asks, and waits where a person has to look. */
  protected abstract ask(asking: Asking): Promise<Passage>
  /** Asks, and runs the action once if it may. */
  protected abstract act<Result>(asking: Asking, action: Action<Result>): Promise<Result>

  /** Asks whether the job may go on; waits where a person has to look. */
  async gate<const Kind extends AnswerKind = DefaultAnswers, Schema extends z.ZodType = z.ZodType>(
    gate: GateInput,
    options: GateOptions<Kind, Schema> = {},
  ): Promise<Passage<Kind, Schema>> {
    refuseUnknownOptions(options, GATE_OPTIONS, 'gate')
    const own = ownOptions(options)
    const passage = await this.ask({ gate, options: own, recorded: false, idempotent: false })
    return (await readResponse(passage, own.response)) as Passage<Kind, Schema>
  }

  /** Asks about a tool call, and runs it once if it may. */
  run<Result>(
    call: { readonly tool: string; readonly args?: Args },
    action: Action<Result>,
    options: RunOptions = {},
  ): Promise<Result> {
    refuseUnknownOptions(options, RUN_OPTIONS, 'run')
    const { annotations, idempotent = false, ...rest } = ownOptions(options)
    const gate: GateInput = {
      kind: 'tool',
      tool: call.tool,
      args: call.args ?? {},
      ...(annotations && { annotations }),
    }
    const keyed = { key: unkeyed(crypto.randomUUID()), ...rest }
    return this.act({ gate, options: keyed, recorded: true, idempotent }, action)
  }

  /** The same function, gated: every call is asked about, claimed, run once and recorded. */
  guard<Given extends object, Result>(
    tool: string,
    action: (args: Given, about: { readonly key: string }) => Promise<Result> | Result,
    options: Omit<RunOptions, 'key' | 'id'> = {},
  ): (args: Given, own?: RunOptions) => Promise<Result> {
    refuseUnknownOptions(options, RUN_OPTIONS, 'guard')
    const always = ownOptions(options)
    return async (args, own = {}) => {
      refuseOtherArgs(tool, args)
      const run: Action<Result> = (final, about) => action(final as Given, about)
      return this.run({ tool, args: args as Args }, run, { ...always, ...saidOptions(own) })
    }
  }
}
