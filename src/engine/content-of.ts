import type { Content, Surroundings } from '../model/content.ts'
import { AppError } from '../model/errors.ts'
import type { Gate } from '../model/gate.ts'
import { parseGate } from '../model/parse-gate.ts'
import { hashOf } from './content-hash.ts'

/** Gates behind which something runs; the others only let work pass. */
export function isAction(gate: Gate): gate is Extract<Gate, { kind: 'tool' | 'action' }> {
  return gate.kind === 'tool' || gate.kind === 'action'
}

/** What the agent itself says can't be undone. */
export function isIrreversible(gate: Gate): boolean {
  return gate.kind === 'action' && gate.action.irreversibility === 'high'
}

/** Everything that a person approves of a gate. Of a tool call its risk hints stay outside: they are the agent's opinion. */
export function contentOf(gate: Gate, around: Surroundings = {}): Content {
  if (gate.kind === 'tool') return { ...around, tool: gate.tool, args: gate.args }
  const tool = toolOf(gate)
  return { ...around, ...(tool !== undefined && { tool }), gate: questionIn(gate) }
}

/** What the content says of the question. A call of a tool says it all by its name and arguments. */
function questionIn(gate: Gate): unknown {
  if (gate.kind === 'tool') return undefined
  return gate.kind === 'action' ? { kind: 'action', action: gate.action } : gate
}

/** What the policy judges has to be what the person sees and the agent runs, and what is judged again before it runs once more. */
export function refuseOtherCall(gate: Gate, { tool, args, gate: asked }: Content): void {
  const isCall = tool === toolOf(gate) && (gate.kind !== 'tool' || isSame(args, gate.args))
  if (isCall && isSameQuestion(asked, questionIn(gate))) return
  throw new AppError('invalid_input', [], { message: 'The content is not the call that the gate asks about.' })
}

function toolOf(gate: Gate): string | undefined {
  if (gate.kind === 'tool') return gate.tool
  return gate.kind === 'action' ? (gate.action.name ?? gate.action.kind ?? 'unnamed') : undefined
}

/** Mostly it is the very same object, which needs no hash. */
function isSame(args: Content['args'], asked: Content['args']): boolean {
  return args === asked || hashOf(args ?? {}) === hashOf(asked ?? {})
}

function isSameQuestion(given: unknown, asked: unknown): boolean {
  return given === asked || (asked !== undefined && hashOf(given) === hashOf(asked))
}

/** The question behind what was claimed, for a policy that has changed since. Hints that were given count as not given. */
export function gateBehind({ tool, args = {}, gate }: Content): Gate {
  return parseGate(gate ?? { kind: 'tool', tool, args })
}

/** The question that belongs to edited content. */
export function gateAbout(gate: Gate, { args = {} }: Content): Gate {
  return gate.kind === 'tool' ? { ...gate, args } : gate
}
