import type { GateOf } from '../../model/gate.ts'
import { compileArgs } from '../patterns/match-args.ts'
import { compilePattern } from '../patterns/pattern.ts'
import { type Rule, tidyRules } from './rule.ts'

type Matches = (gate: GateOf<'tool'>) => boolean

/** The rules of a policy, ready to be held against tool calls. */
export interface RuleBook {
  /** The most severe rule that matches: rules are kept most severe first. */
  readonly winner: (gate: GateOf<'tool'>) => Rule | undefined
  /** Some `allow` rule matches, whatever else does. */
  readonly isVouchedFor: (gate: GateOf<'tool'>) => boolean
  /** Every rule but those that hold this call. */
  readonly withoutHolding: (gate: GateOf<'tool'>) => readonly Rule[]
}

/** Compiles the patterns of rules once. */
export function compileRules(rules: readonly Rule[]): RuleBook {
  // Most severe first, also where a caller built the policy by hand.
  const compiled = tidyRules(rules).map((rule) => ({ rule, matches: compileRule(rule) }))
  const allows = compiled.filter(({ rule }) => rule.then === 'allow')
  return {
    winner: (gate) => {
      for (const { rule, matches } of compiled) if (matches(gate)) return rule
      return undefined
    },
    isVouchedFor: (gate) => allows.some(({ matches }) => matches(gate)),
    withoutHolding: (gate) =>
      compiled.filter(({ rule, matches }) => rule.then === 'allow' || !matches(gate)).map(({ rule }) => rule),
  }
}

/** To hold a call, one matching piece of an argument is enough; to vouch for it, every piece has to match. */
function compileRule({ match, then }: Rule): Matches {
  const tool = compilePattern(match.tool)
  if (match.args === undefined) return (gate) => tool(gate.tool)
  const args = compileArgs(match.args, then === 'allow' ? 'every' : 'any')
  return (gate) => tool(gate.tool) && args(gate.args)
}
