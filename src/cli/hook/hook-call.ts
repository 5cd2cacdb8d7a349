import type { ToolAnnotations } from '../../model/gate.ts'

/** A tool call of an agent that has its own loop, as the hook of that agent brings it. */
export interface HookCall {
  /** The run of the agent that it belongs to. */
  readonly session: string
  /** Names this one call; the same again is the same call, brought once more. */
  readonly use: string
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** What is known of the tool itself; nothing where it is not known. */
  readonly hints: ToolAnnotations
  /** The agent's own words about the call. */
  readonly title: string
  readonly cwd: string
}

/** What the agent is told. Arguments are only given where a person changed them. */
export interface HookAnswer {
  readonly decision: 'allow' | 'deny' | 'ask'
  readonly reason: string
  readonly args?: Readonly<Record<string, unknown>>
}
