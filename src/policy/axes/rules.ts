import * as z from 'zod'
import { quote } from '../../model/quote.ts'
import { type Axis, judging } from '../axis.ts'
import { compileRules, type RuleBook } from '../rules/match-rules.ts'
import { matchKey, RULE_VERDICTS, Rule, tidyRules } from '../rules/rule.ts'

const axis = 'rules'

/** What is said of single tools and their arguments. The most severe match wins, in any order. */
export const rules: Axis<typeof axis, readonly Rule[]> = {
  name: axis,
  about: 'What is said of single tools and their arguments; the most severe rule that matches wins.',
  stricter: 'more ask and deny, fewer allow',
  schema: z.array(Rule).transform(tidyRules) as z.ZodType<readonly Rule[]>,
  compare: (child, parent) => {
    const keepsEveryHold = holds(parent).every((rule) => covers(child, rule))
    const addsNoAllow = allows(child).every((rule) => covers(allows(parent), rule))
    if (!keepsEveryHold || !addsNoAllow) return 'looser'
    const sameHolds = holds(child).every((rule) => covers(parent, rule))
    return sameHolds && allows(child).length === allows(parent).length ? 'equal' : 'stricter'
  },
  meet: (a, b) => tidyRules([...holds(a), ...holds(b), ...sharedAllows(a, b), ...sharedAllows(b, a)]),
  ...judging(['tool'], (rules: readonly Rule[]) => {
    let book: RuleBook | undefined
    return {
      judge: (gate, { rule }) => {
        if (rule === undefined)
          return { axis, outcome: 'pass', observed: gate.tool, limit: null, because: 'no rule speaks of this call' }
        return {
          axis,
          outcome: OUTCOME_OF[rule.then],
          observed: gate.tool,
          limit: rule,
          because: saying(rule),
        }
      },
      relax: (gate) => {
        book ??= compileRules(rules)
        return { rules: book.withoutHolding(gate) }
      },
    }
  }),
}

const OUTCOME_OF = { deny: 'deny', ask: 'ask', allow: 'pass' } as const
const SAYS = {
  deny: 'forbids this call',
  ask: 'puts this call before a person',
  allow: 'vouches for this call',
} as const

/** Which rule it is and, where its author gave one, the reason. */
function saying({ match: { tool }, then, because }: Rule): string {
  const said = `the rule for ${quote(typeof tool === 'string' ? tool : `/${tool.regex}/`)} ${SAYS[then]}`
  return because === undefined ? said : `${said}: ${because.replace(/\.$/, '')}`
}

function holds(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter((rule) => rule.then !== 'allow')
}

function allows(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter((rule) => rule.then === 'allow')
}

/** Taken from both sides, because two rules for the same match may give different reasons. */
function sharedAllows(from: readonly Rule[], other: readonly Rule[]): readonly Rule[] {
  return allows(from).filter((rule) => covers(allows(other), rule))
}

/** True when some rule says the same, or something more severe, of the very same match. */
function covers(rules: readonly Rule[], wanted: Rule): boolean {
  const key = matchKey(wanted)
  return rules.some((rule) => isAsSevere(rule, wanted) && matchKey(rule) === key)
}

function isAsSevere(rule: Rule, as: Rule): boolean {
  return RULE_VERDICTS.indexOf(rule.then) <= RULE_VERDICTS.indexOf(as.then)
}
