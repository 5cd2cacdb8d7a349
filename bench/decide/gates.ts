import { Gate, type GateInput, type GateOf } from '../../src/model/gate.ts'
import type { Verdict } from '../../src/model/verdict.ts'

/** A gate, and what has to be answered. */
export interface Sample<Asked extends Gate = Gate> {
  readonly gate: Asked
  readonly verdict: Verdict
}

const VARIANTS = 8

type ToolInput = Extract<GateInput, { kind: 'tool' }>

const readOnly = { readOnlyHint: true }
const gentle = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const rough = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }
const modest = { financial_cents: 10, privacy: 'none', accuracy: 'low_stakes', compute: 'instant' }
const call = { kind: 'tool', risk_profile: modest, context: 'agent_autonomous', spent_usd: 0.1 } as const

const ALLOWED: readonly ToolInput[] = [
  { ...call, tool: 'read_file', args: { path: 'src/index.ts' }, annotations: readOnly },
  { ...call, tool: 'read_file', args: { path: 'README.md' }, annotations: readOnly },
  { ...call, tool: 'write_file', args: { path: 'src/model/job.ts', text: 'export {}' }, annotations: rough },
  { ...call, tool: 'shell', args: { command: 'git status' }, annotations: gentle },
  { ...call, tool: 'shell', args: { command: 'npm test' }, annotations: gentle, context: 'action_proposal' },
  { ...call, tool: 'search', args: { query: 'rate limit', limit: 20 }, annotations: readOnly },
  { ...call, tool: 'add_note', args: { text: 'looked at it' }, annotations: { ...gentle, idempotentHint: false } },
  { ...call, tool: 'fetch', args: { url: 'https://example.org/' }, annotations: readOnly, spent_usd: 0.4 },
]

const DENIED: readonly ToolInput[] = [
  { ...call, tool: 'shell', args: { command: 'rm -rf build' }, annotations: gentle },
  {
    ...call,
    tool: 'shell',
    args: { command: 'rm -rf /' },
    annotations: rough,
    context: 'user_invocation',
    spent_usd: 9,
  },
]

const ASKED: readonly ToolInput[] = [
  { ...call, tool: 'deploy', args: { target: 'production' }, annotations: gentle },
  { ...call, tool: 'shell', args: { command: 'npm publish' }, annotations: rough },
  { ...call, tool: 'write_file', args: { path: '/etc/hosts', text: '' }, annotations: rough },
  { ...call, tool: 'search', args: { query: 'prices' }, annotations: readOnly, spent_usd: 0.75 },
  { ...call, tool: 'read_file', args: { path: 'src/a.ts' }, annotations: readOnly, context: 'user_invocation' },
  {
    ...call,
    tool: 'fetch',
    args: { url: 'x:' },
    annotations: readOnly,
    risk_profile: { ...modest, privacy: 'public' },
  },
]

type ActionInput = Extract<GateInput, { kind: 'action' }>

const action = {
  kind: 'standard',
  name: 'reply',
  irreversibility: 'low',
  regret_potential: 'low',
  risk_amplifier: 'none',
}
const move = {
  kind: 'action',
  confidence: 0.9,
  action,
  risk_profile: modest,
  context: 'agent_autonomous',
  tier: 'frontier_fast',
  spent_usd: 0.1,
} as const

const ACTIONS: readonly ActionInput[] = [
  move,
  { ...move, action: { ...action, kind: 'improvised', irreversibility: 'medium' }, confidence: 0.7 },
  { ...move, action: { ...action, kind: 'suggestion', regret_potential: 'medium' }, tier: 'frontier_best' },
  { ...move, context: 'action_proposal', tier: 'agent_headless', spent_usd: 0.4 },
]

/** Tool calls that every axis lets pass. */
export const allowedTools = vary<GateOf<'tool'>>(ALLOWED, 'allow')

/** Tool calls of which a rule or another axis says that they have to wait or must not be. */
export const heldTools = [...vary<GateOf<'tool'>>(DENIED, 'deny'), ...vary<GateOf<'tool'>>(ASKED, 'ask')]

/** Actions that every axis lets pass. */
export const allowedActions = vary<GateOf<'action'>>(ACTIONS, 'allow')

/** The same gates over and over would be one gate to a processor; only what was spent differs, and only a little. */
function vary<Asked extends Gate>(
  inputs: readonly (ToolInput | ActionInput)[],
  verdict: Verdict,
): readonly Sample<Asked>[] {
  return Array.from({ length: VARIANTS }, (_, variant) => variant / 1000).flatMap((more) =>
    inputs.map((input) => {
      const gate = Gate.parse({ ...input, spent_usd: Number(input.spent_usd) + more }) as Asked
      return { gate, verdict }
    }),
  )
}
