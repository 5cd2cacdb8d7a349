import type { GateOf } from '../../model/gate.ts'
import type { TextMatcher } from '../patterns/glob.ts'
import { compileArgs, type Effort, freshEffort } from '../patterns/match-args.ts'
import { compilePattern, type Pattern } from '../patterns/pattern.ts'
import { writtenOnce } from '../written-once.ts'
import { type Rule, tidyRules } from './rule.ts'

type Matches = (gate: GateOf<'tool'>, effort: Effort) => boolean

interface CompiledRule {
  readonly rule: Rule
  readonly speaksOf: TextMatcher
  readonly fits: Matches
}

/** The rules that speak of some tool, most severe first. */
interface Sheet {
  readonly holds: readonly CompiledRule[]
  readonly allows: readonly CompiledRule[]
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

/** Compiles the patterns of rules once, and finds the rules of a tool by its name: a long list costs no more than a short one. */
export function compileRules(rules: readonly Rule[]): RuleBook {
  // Most severe first, also where a caller built the policy by hand.
  const compiled = tidyRules(rules).map(compileRule)
  const sheetFor = compileSheets(compiled)
  return {
    read: (gate) => {
      const { holds, allows } = sheetFor(gate.tool)
      const effort = freshEffort()
      const hold = firstMatch(holds, gate, effort)
      const allow = firstMatch(allows, gate, effort)
      return { rule: hold ?? allow, vouched: allow !== undefined }
    },
    withoutHolding: (gate) => {
      const effort = freshEffort()
      const isHeldBy = ({ speaksOf, fits }: CompiledRule) => speaksOf(gate.tool) && fits(gate, effort)
      return compiled.filter((one) => one.rule.then === 'allow' || !isHeldBy(one)).map(({ rule }) => rule)
    },
  }
}

/** One sheet for each tool that a rule names, made when the tool is first called; of other tools only patterns can speak. */
function compileSheets(rules: readonly CompiledRule[]): (tool: string) => Sheet {
  const named = new Set(rules.map(({ rule }) => rule.match.tool).filter(isName))
  const patterns = rules.filter(({ rule }) => !isName(rule.match.tool))
  const sheetOf = (from: readonly CompiledRule[]) => (tool: string) =>
    sorted(from.filter(({ speaksOf }) => speaksOf(tool)))
  const ofNamed = writtenOnce([...named], sheetOf(rules))
  const ofOther = sheetOf(patterns)
  return (tool) => (named.has(tool) ? ofNamed(tool) : ofOther(tool))
}

/** Whether a rule names one tool, and no pattern. */
export function isName(tool: Pattern): tool is string {
  return typeof tool === 'string' && !/[*?\\]/.test(tool)
}

function sorted(rules: readonly CompiledRule[]): Sheet {
  const holds = rules.filter(({ rule }) => rule.then !== 'allow')
  return { holds, allows: rules.filter(({ rule }) => rule.then === 'allow') }
}

function firstMatch(rules: readonly CompiledRule[], gate: GateOf<'tool'>, effort: Effort): Rule | undefined {
  for (const { rule, fits } of rules) if (fits(gate, effort)) return rule
  return undefined
}

/** To hold a call, one matching piece of an argument is enough; to vouch for it, every piece has to match. */
function compileRule(rule: Rule): CompiledRule {
  const speaksOf = compilePattern(rule.match.tool)
  if (rule.match.args === undefined) return { rule, speaksOf, fits: () => true }
  const args = compileArgs(rule.match.args, rule.then === 'allow' ? 'every' : 'any')
  return { rule, speaksOf, fits: (gate, effort) => args(gate.args, effort) }
}
