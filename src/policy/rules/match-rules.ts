import type { GateOf } from '../../model/gate.ts'
import { compileArgs } from '../patterns/match-args.ts'
import { compilePattern } from '../patterns/pattern.ts'
import type { Rule } from './rule.ts'

type Matches = (gate: GateOf<'tool'>) => boolean

/** The rules of a policy, ready to be held against tool calls. */
export interface RuleBook {
  /** The most severe rule that matches: rules are kept most severe first. */
  readonly winner: (gate: GateOf<'tool'>) => Rule | undefined
  /** Every rule but those that hold this call. */
  readonly withoutHolding: (gate: GateOf<'tool'>) => readonly Rule[]
}

/** Compiles the patterns of tidy rules once. */
export function compileRules(rules: readonly Rule[]): RuleBook {
  const compiled = rules.map((rule) => ({ rule, matches: matcherOf(rule) }))
  return {
    winner: (gate) => {
      for (const { rule, matches } of compiled) if (matches(gate)) return rule
      return undefined
    },
    withoutHolding: (gate) =>
      compiled.filter(({ rule, matches }) => rule.then === 'allow' || !matches(gate)).map(({ rule }) => rule),
  }
}

/** A policy that lost a rule keeps the others, so their patterns need not be prepared again. */
const matchers = new WeakMap<Rule, Matches>()

function matcherOf(rule: Rule): Matches {
  const known = matchers.get(rule)
  if (known !== undefined) return known
  const matches = compileRule(rule)
  matchers.set(rule, matches)
  return matches
}

/** To hold a call, one matching piece of an argument is enough; to vouch for it, every piece has to match. */
function compileRule({ match, then }: Rule): Matches {
  const tool = compilePattern(match.tool)
  if (match.args === undefined) return (gate) => tool(gate.tool)
  const args = compileArgs(match.args, then === 'allow' ? 'every' : 'any')
  return (gate) => tool(gate.tool) && args(gate.args)
}
