import type { Decision } from '../model/decision.ts'
import type { Gate, GateOf, ToolAnnotations } from '../model/gate.ts'
import { quote } from '../model/quote.ts'
import type { Rule } from './rules/rule.ts'

/** What a tool's author or a rule can say of a call, so that its risk need not be taken for the worst. */
export interface Advice {
  /** The axes whose remedies it takes the place of. */
  readonly axes: readonly string[]
  /** Hints that nobody has given; null where what was given is what holds the call. */
  readonly hints: ToolAnnotations | null
  /** A rule that vouches for the call. */
  readonly rule: Rule
}

/** The hint that speaks to each axis of risk, and the value with which it passes. */
const HINTS: Readonly<Record<string, ToolAnnotations>> = {
  irreversibility_threshold: { destructiveHint: false },
  regret_potential_threshold: { idempotentHint: true },
  pause_on_risk_amplifier: { openWorldHint: false },
}

/** A longer name would be cut in the sentence, and the rule be another one. */
const LONGEST_NAME = 80

/** What would let a tool call pass without a looser policy, as far as its risk holds it; null where that is not why. */
export function advise({ trace, would_allow_if }: Decision, gate: Gate): Advice | null {
  if (gate.kind !== 'tool' || would_allow_if === null || plainGlob(gate.tool).length > LONGEST_NAME) return null
  const axes = trace.filter(({ axis, outcome }) => outcome !== 'pass' && Object.hasOwn(HINTS, axis))
  if (axes.length === 0) return null
  const names = axes.map(({ axis }) => axis)
  return { axes: names, hints: hintsFor(gate, names), rule: ruleFor(gate) }
}

function hintsFor({ annotations }: GateOf<'tool'>, axes: readonly string[]): ToolAnnotations | null {
  const hints = Object.assign({}, ...axes.map((axis) => HINTS[axis])) as ToolAnnotations
  const isGiven = Object.keys(hints).some((hint) => annotations[hint as keyof ToolAnnotations] !== undefined)
  return isGiven ? null : hints
}

function ruleFor({ tool }: GateOf<'tool'>): Rule {
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
  return { match: { tool: plainGlob(tool) }, then: 'allow' }
}

/** What would be a wildcard is meant as written. */
function plainGlob(name: string): string {
  return name.replaceAll(/[*?\\]/g, '\\$&')
}

/** The advice in one sentence, where there is any. */
export function adviceFor(decision: Decision, gate: Gate): string | null {
  const advice = advise(decision, gate)
  return advice === null || gate.kind !== 'tool' ? null : adviceText(advice, gate)
}

function adviceText({ axes, hints, rule }: Advice, { tool, annotations }: GateOf<'tool'>): string {
  const vouching = `with the rule { match: { tool: ${wordIn(rule.match.tool as string)} }, then: allow }`
  const lead = `Or, in the place of ${listed(axes)}:`
  const name = wordIn(tool)
  if (hints === null) return `${lead} vouch for ${name} ${vouching}.`
  const said = listed(Object.entries(hints).map(([hint, value]) => `${hint}: ${value}`))
  const reads = annotations.readOnlyHint === undefined ? ', or readOnlyHint: true,' : ''
  return `${lead} declare ${said}${reads} for ${name} where that is true of it, or vouch for it ${vouching}.`
}

/** As YAML takes it. */
function wordIn(text: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(text) ? text : quote(text)
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
