import type { GateOf } from '../../model/gate.ts'
import { compileArgs, type Effort, freshEffort } from '../patterns/match-args.ts'
import { compilePattern } from '../patterns/pattern.ts'
import { type Rule, tidyRules } from './rule.ts'

type Matches = (gate: GateOf<'tool'>, effort: Effort) => boolean

interface CompiledRule {
  readonly rule: Rule
  readonly matches: Matches
}

/** What the rules of a policy say of one tool call. */
interface Said {
  /** The most severe rule that matches. */
  readonly rule: Rule | undefined
  /** Some `allow` rule matches, whatever else does. */
  readonly vouched: boolean
}

/** The rules of a policy, ready to be held against tool calls. */
export interface RuleBook {
  readonly read: (gate: GateOf<'tool'>) => Said
  /** Every rule but those that hold this call. */
  readonly withoutHolding: (gate: GateOf<'tool'>) => readonly Rule[]
}

/** Compiles the patterns of rules once. */
export function compileRules(rules: readonly Rule[]): RuleBook {
  // Most severe first, also where a caller built the policy by hand.
  const compiled = tidyRules(rules).map((rule) => ({ rule, matches: compileRule(rule) }))
  const holds = compiled.filter(({ rule }) => rule.then !== 'allow')
  const allows = compiled.filter(({ rule }) => rule.then === 'allow')
  return {
    read: (gate) => {
      const effort = freshEffort()
      const hold = firstMatch(holds, gate, effort)
      const allow = firstMatch(allows, gate, effort)
      return { rule: hold ?? allow, vouched: allow !== undefined }
    },
    withoutHolding: (gate) => {
      const effort = freshEffort()
      return compiled
        .filter(({ rule, matches }) => rule.then === 'allow' || !matches(gate, effort))
        .map(({ rule }) => rule)
    },
  }
}

function firstMatch(rules: readonly CompiledRule[], gate: GateOf<'tool'>, effort: Effort): Rule | undefined {
  for (const { rule, matches } of rules) if (matches(gate, effort)) return rule
  return undefined
}

/** To hold a call, one matching piece of an argument is enough; to vouch for it, every piece has to match. */
function compileRule({ match, then }: Rule): Matches {
  const tool = compilePattern(match.tool)
  if (match.args === undefined) return (gate) => tool(gate.tool)
  const args = compileArgs(match.args, then === 'allow' ? 'every' : 'any')
  return (gate, effort) => tool(gate.tool) && args(gate.args, effort)
}
