import type { Content } from '../model/content.ts'
import type { Gate } from '../model/gate.ts'

/** What surrounds a call and takes part in what it does. */
export type Surroundings = Omit<Content, 'tool' | 'gate'>

/** Gates behind which something runs; the others only let work pass. */
export function isAction(gate: Gate): gate is Extract<Gate, { kind: 'tool' | 'action' }> {
  return gate.kind === 'tool' || gate.kind === 'action'
}

/** Everything that a person approves of a gate. Of a tool call its risk hints stay outside: they are the agent's opinion. */
export function contentOf(gate: Gate, around: Surroundings = {}): Content {
  if (gate.kind === 'tool') return { ...around, tool: gate.tool, args: gate.args }
  if (gate.kind !== 'action') return { ...around, gate }
  const { kind, name } = gate.action
  return { ...around, tool: name ?? kind ?? 'unnamed', gate: { kind: 'action', action: gate.action } }
}

/** The question that belongs to edited content. */
export function gateAbout(gate: Gate, { args = {} }: Content): Gate {
  return gate.kind === 'tool' ? { ...gate, args } : gate
}
