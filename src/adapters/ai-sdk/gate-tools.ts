import type { ModelMessage, ToolModelMessage, ToolSet } from 'ai'
import { AppError } from '../../model/errors.ts'
import { answersTo } from './answers-to.ts'
import { checkpointOf, keyOf } from './call-id.ts'
import type { GatingJob, Hints, ModelCall } from './gating-job.ts'
import { argsOf, type FinishedCall, isSame, otherCall, type PassedCall, passCall } from './passed-call.ts'
import { runTool } from './run-tool.ts'

export type { GatingJob } from './gating-job.ts'

/** How tools are gated. Everything may be left out. */
export interface GateToolsOptions {
  /** The risk hints of the tools, in MCP's spelling. */
  readonly hints?: Hints
}

/** What `generateText`, `streamText` and agents take in place of the tools, and what answers their approval requests. */
export interface GatedTools<Tools extends ToolSet> {
  readonly tools: Tools
  readonly toolApproval: (about: { readonly toolCall: ModelCall }) => Promise<Approval>
  /** Waits for people to answer what the messages request. Undefined where they request nothing. */
  readonly answers: (
    messages: readonly ModelMessage[],
    options?: { readonly signal?: AbortSignal },
  ) => Promise<ToolModelMessage | undefined>
}

type Approval = { readonly type: 'approved' | 'denied' | 'user-approval'; readonly reason: string }

/** Gates tools of the AI SDK: each call is asked about, held where a person must look, run once, and recorded. */
export function gateTools<Tools extends ToolSet>(
  job: GatingJob,
  tools: Tools,
  { hints = {} }: GateToolsOptions = {},
): GatedTools<Tools> {
  const gate = new CallGate(job, hints)
  const gated = Object.entries(tools).map(([name, tool]) => {
    if (typeof tool.execute !== 'function') return [name, tool]
    const execute = async (
      input: unknown,
      options: { readonly toolCallId: string; readonly abortSignal?: AbortSignal },
    ) =>
      runTool(
        tool,
        await gate.take({ toolCallId: options.toolCallId, toolName: name, input }, options.abortSignal),
        options,
      )
    return [name, { ...tool, execute }]
  })
  return {
    tools: Object.fromEntries(gated) as Tools,
    toolApproval: ({ toolCall }) => {
      const { toolName } = toolCall
      const runsHere = Object.hasOwn(tools, toolName) && typeof tools[toolName]?.execute === 'function'
      return runsHere ? gate.approve(toolCall) : gate.approveElsewhere(toolCall)
    },
    answers: (messages, options = {}) => answersTo(job, messages, options.signal),
  }
}

/** Asks about each call once, whether the SDK comes to ask or to run. */
class CallGate {
  readonly #job: GatingJob
  readonly #hints: Hints
  /** Claimed and not yet run. */
  readonly #passed = new Map<string, PassedCall | FinishedCall>()
  /** Held when the SDK last asked: who comes to run them has not waited for the answer. */
  readonly #held = new Set<string>()

  constructor(job: GatingJob, hints: Hints) {
    this.#job = job
    this.#hints = hints
  }

  /** Says what the policy or a person says, and claims what may run. Whatever goes wrong is a no. */
  async approve(call: ModelCall): Promise<Approval> {
    try {
      const known = this.#passed.get(call.toolCallId)
      if (known?.isFor(call) === false) throw otherCall()
      const passed = known ?? (await this.#pass(call, 'throw'))
      this.#passed.set(call.toolCallId, passed)
      this.#held.delete(call.toolCallId)
      return { type: 'approved', reason: 'Leeway lets it run.' }
    } catch (error) {
      return this.#notApproved(call, error)
    }
  }

  /** The same for a call that somebody else runs: nothing is recorded of it, and nobody can change what it runs with. */
  async approveElsewhere(call: ModelCall): Promise<Approval> {
    const { toolCallId, toolName: tool, input } = call
    const named = { key: keyOf(toolCallId), id: checkpointOf(this.#job.id, toolCallId), onHold: 'throw' } as const
    const annotations = this.#hintsOf(tool)
    try {
      const passage = await this.#job.gate({ kind: 'tool', tool, args: argsOf(input), annotations }, named)
      if (!passage.go) return { type: 'denied', reason: 'reason' in passage ? passage.reason : 'It may not run.' }
      if (isSame(passage.args, argsOf(input))) return { type: 'approved', reason: 'Leeway lets it run.' }
      return { type: 'denied', reason: `A person allows it with other arguments: ${JSON.stringify(passage.args)}` }
    } catch (error) {
      return this.#notApproved(call, error)
    }
  }

  /** What may run now. Where nobody asked before, it is asked now; a claim is handed out once. */
  async take(call: ModelCall, signal: AbortSignal | undefined): Promise<PassedCall | FinishedCall> {
    const passed = this.#passed.get(call.toolCallId)
    if (passed?.isFor(call) === false) throw otherCall()
    this.#passed.delete(call.toolCallId)
    if (passed === undefined) return this.#pass(call, this.#held.has(call.toolCallId) ? 'throw' : undefined, signal)
    return passed
  }

  #pass(call: ModelCall, onHold: 'throw' | undefined, signal?: AbortSignal) {
    return passCall(this.#job, call, { onHold, hints: this.#hintsOf(call.toolName), signal })
  }

  #hintsOf(tool: string) {
    return Object.hasOwn(this.#hints, tool) ? (this.#hints[tool] ?? {}) : {}
  }

  #notApproved({ toolCallId }: ModelCall, error: unknown): Approval {
    const reason = error instanceof Error ? error.message : String(error)
    if (!(error instanceof AppError) || error.code !== 'held') return { type: 'denied', reason }
    this.#held.add(toolCallId)
    return { type: 'user-approval', reason }
  }
}
