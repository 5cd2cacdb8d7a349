import { type Issue, type RawIssue, SEVERITIES, type Severity } from '../../model/issue.ts'
import { categoryName } from './category-name.ts'
import type { Matcher } from './issue-words.ts'
import { compilePhrases } from './phrase.ts'
import { foldCase, words } from './words.ts'

/** Severities of other systems that are worse than our worst. */
const WORSE_THAN_HIGH = [
  'critical|crit',
  'fatal',
  'blocker|blocking|showstopper',
  'emergency|emerg',
  'severe',
  'urgent',
  'alert',
  'panic',
  'catastrophic|catastrophe',
  'disaster|disastrous',
  'extreme|highest|very_high',
  'very|extremely high',
] as const

const findWorse = compilePhrases([WORSE_THAN_HIGH])

/** Fills in what a reported issue leaves out; what it says itself wins over what its text suggests. */
export function normaliseIssue(raw: RawIssue, matcher: Matcher): Issue {
  const given = typeof raw === 'string' ? { text: raw } : raw
  const detected = matcher(given.text)
  return {
    text: given.text,
    severity: given.severity === undefined ? detected.severity : readSeverity(given.severity),
    category: given.category === undefined ? detected.category : categoryName(given.category),
    ...(given.suggested_fix !== undefined && { suggested_fix: given.suggested_fix }),
  }
}

function readSeverity(given: string): Severity {
  const folded = foldCase(given.trim())
  const known = SEVERITIES.find((severity) => foldCase(severity) === folded)
  if (known !== undefined) return known
  const said = words(given)
  // "High (CVSS 8.1)" says high, whatever stands around it.
  return findWorse(said) === 0 || said.includes(foldCase('high')) ? 'high' : 'medium'
}
