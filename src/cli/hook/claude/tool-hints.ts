import type { ToolAnnotations } from '../../../model/gate.ts'

/** Changes nothing outside of the agent's own run. A tool that reaches the network is not among them: an address can carry data out. */
const HARMLESS: ReadonlySet<string> = new Set([
  'Read',
  'Glob',
  'Grep',
  'LS',
  'NotebookRead',
  'TodoWrite',
  'TaskGet',
  'TaskList',
  'TaskOutput',
  'BashOutput',
  'EnterPlanMode',
  'ExitPlanMode',
  'AskUserQuestion',
])

const READ_ONLY: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
const UNKNOWN: ToolAnnotations = {}

/** What is known of a tool by its name. Tools of servers are named `mcp__…`, so none of them can pass for one of these. */
export function toolHints(tool: string): ToolAnnotations {
  return HARMLESS.has(tool) ? READ_ONLY : UNKNOWN
}
