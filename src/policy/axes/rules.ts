import * as z from 'zod'
import { quote } from '../../model/quote.ts'
import { type Axis, judging } from '../axis.ts'
import { compileRules, type RuleBook } from '../rules/match-rules.ts'
import { matchKey, RULE_VERDICTS, Rule, tidyRules } from '../rules/rule.ts'
import { writtenOnce } from '../written-once.ts'

const axis = 'rules'

/** What is said of single tools and their arguments. The most severe match wins, in any order. */
export const rules: Axis<typeof axis, readonly Rule[]> = {
  name: axis,
  about: 'What is said of single tools and their arguments; the most severe rule that matches wins.',
  stricter: 'more ask and deny, fewer allow',
  parts: {
    tool: 'The name of a tool; * stands for any text, ? for one character.',
    args: 'Arguments that have to match as well, by their path: command, options.force, files.*.',
    then: 'deny: it is refused. ask: a person looks at it. allow: it is vouched for, whatever its risk.',
    because: 'Why the rule is there, for the people and agents who meet it.',
  },
  schema: z.array(Rule).transform(tidyRules) as z.ZodType<readonly Rule[]>,
  compare: (child, parent) => {
    const [own, above] = [bookOf(child), bookOf(parent)]
    const keepsEveryHold = holds(parent).every((rule) => covers(own.holds, rule))
    const addsNoAllow = allows(child).every((rule) => covers(above.allows, rule))
    if (!keepsEveryHold || !addsNoAllow) return 'looser'
    const sameHolds = holds(child).every((rule) => covers(above.holds, rule))
    return sameHolds && own.allows.size === above.allows.size ? 'equal' : 'stricter'
  },
  meet: (a, b) => {
    const [inA, inB] = [bookOf(a).allows, bookOf(b).allows]
    // Taken from both sides, because two rules for the same match may give different reasons.
    const shared = [...allows(a).filter((rule) => covers(inB, rule)), ...allows(b).filter((rule) => covers(inA, rule))]
    return tidyRules([...holds(a), ...holds(b), ...shared])
  },
  ...judging(['tool'], (rules: readonly Rule[]) => {
    const sayings = writtenOnce(rules, saying)
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
          because: sayings(rule),
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

type Severities = ReadonlyMap<string, number>

/** How severe the rules are that hold or allow each match. */
function bookOf(rules: readonly Rule[]): { readonly holds: Severities; readonly allows: Severities } {
  return { holds: severities(holds(rules)), allows: severities(allows(rules)) }
}

function severities(rules: readonly Rule[]): Severities {
  return new Map(rules.map((rule) => [matchKey(rule), RULE_VERDICTS.indexOf(rule.then)]))
}

/** True when the very same match is there with the same word or a more severe one. */
function covers(book: Severities, wanted: Rule): boolean {
  return (book.get(matchKey(wanted)) ?? Number.POSITIVE_INFINITY) <= RULE_VERDICTS.indexOf(wanted.then)
}
