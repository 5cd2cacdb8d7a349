import canonicalize from 'canonicalize'
import * as z from 'zod'
import { strict } from '../../model/strict.ts'
import { ArgPath } from '../patterns/arg-path.ts'
import { Pattern } from '../patterns/pattern.ts'

/** What a rule may say, most severe first: the position is the rank. */
export const RULE_VERDICTS = ['deny', 'ask', 'allow'] as const

// Without this the sentence that says what is wrong with a path would be lost behind "Invalid key in record".
const Args = z.record(ArgPath, Pattern, {
  error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined),
})

/** What is said of every call of a tool whose name and arguments match. */
export const Rule = strict({
  match: strict({ tool: Pattern, args: Args.optional() }),
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
  then: z.enum(RULE_VERDICTS),
  /** Why the rule is there, for the people and agents who meet it. */
  because: z.string().min(1).optional(),
}).readonly()
export type Rule = z.output<typeof Rule>

/** One text for the same match, however its keys were ordered. */
export function matchKey(rule: Rule): string {
  return canonicalize(rule.match) as string
}

/** After every reason: of two rules that say the same, the one that gives a reason is kept. */
const NO_REASON = '\uffff'

/** Most severe first, each once: a list of rules means the same in any order, so it is kept in one. */
export function tidyRules(rules: readonly Rule[]): readonly Rule[] {
  const sorted = rules.map((rule) => ({ rule, key: sortKey(rule) })).sort((a, b) => (a.key < b.key ? -1 : 1))
  const seen = new Set<string>()
  return sorted.map(({ rule }) => rule).filter((rule) => isFirst(seen, rule))
}

/** An `ask` beside a `deny` of the very same match says nothing more; an `allow` may, once the others are gone. */
function isFirst(seen: Set<string>, rule: Rule): boolean {
  const key = `${rule.then === 'allow'} ${matchKey(rule)}`
  if (seen.has(key)) return false
  seen.add(key)
  return true
}

function sortKey(rule: Rule): string {
  return `${RULE_VERDICTS.indexOf(rule.then)} ${matchKey(rule)} ${rule.because ?? NO_REASON}`
}
