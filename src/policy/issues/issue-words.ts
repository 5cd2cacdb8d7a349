import * as z from 'zod'
import { CATEGORIES, type Category, SEVERITIES, type Severity } from '../../model/issue.ts'
import { strict } from '../../model/strict.ts'
import { categoryName } from './category-name.ts'
import { compilePhrases, Phrase } from './phrase.ts'
import { words } from './words.ts'

interface WordTable {
  readonly severity: Readonly<Record<Severity, readonly Phrase[]>>
  readonly category: Readonly<Record<Exclude<Category, 'other'>, readonly Phrase[]>>
}

/** The words that tell how bad an issue is and what it is about; see `Phrase` for how to read them. */
export const ISSUE_WORDS: WordTable = {
  severity: {
    high: [
      'critical',
      'fatal',
      'security',
      'vulnerability',
      'breaking',
      'crash',
      'authentication|authorization fail*|error*',
      'data loss',
      'data corruption',
    ],
    medium: [
      'deprecated',
      'obsolete',
      'removed in',
      'will be removed',
      'performance issue*|warning*|concern*',
      'should be*|use*|consider*',
    ],
    low: ['style|format|lint issue*|warning*|error*', 'minor', 'trivial', 'cosmetic', 'optional', 'optionally'],
  },
  category: {
    security: [
      'security',
      'vulnerability',
      'exploit',
      'auth|permission|access error*|denied*|fail*',
      'xss',
      'csrf',
      'sql injection',
      'credential',
      'password',
      'secret',
      'token',
    ],
    deprecation: ['deprecated', 'obsolete', 'legacy', 'will be removed in|by', 'replaced by|with'],
    performance: ['performance', 'speed', 'latency', 'memory|heap|ram usage*|leak*', 'bundle size', 'timeout'],
    validation: [
      'valid',
      'invalid',
      'validation',
      'schema error*|mismatch*',
      'required|missing field*|property*|parameter*',
    ],
    compatibility: ['compatible', 'incompatible', 'breaking change*|update*', 'version', 'upgrade', 'migration'],
    configuration: [
      'config',
      'configuration',
      'setting',
      'env|environment variable*|var*',
      'missing config*|setting*|parameter*',
    ],
    style: ['style', 'format', 'lint', 'eslint', 'prettier', 'tslint', 'naming', 'indent', 'whitespace'],
  },
}

const Phrases = z.array(Phrase).max(500).readonly()

/** A project's own words; they are added to the built-in ones, never taken in their place. */
export const IssueWords = strict({
  severity: strict({ high: Phrases.exactOptional(), medium: Phrases.exactOptional(), low: Phrases.exactOptional() })
    .readonly()
    .optional(),
  category: z.record(z.string().min(1), Phrases).readonly().optional(),
}).readonly()
export type IssueWords = z.infer<typeof IssueWords>

/** Tells severity and category of an issue from its text; nothing found is `medium` and `other`. */
export type Matcher = (text: string) => { readonly severity: Severity; readonly category: string }

/** Joins a project's words with the built-in ones; categories that only the project knows are tried first. */
export function compileIssueWords(own: IssueWords = {}): Matcher {
  const worstFirst = SEVERITIES.toReversed()
  const findSeverity = compilePhrases(listsInOrder(worstFirst, [own.severity ?? {}, ISSUE_WORDS.severity]))

  const ownNames = Object.keys(own.category ?? {}).filter((name) => !isKnown(name))
  const categories = [...ownNames, ...CATEGORIES]
  const findCategory = compilePhrases(listsInOrder(categories, [own.category ?? {}, ISSUE_WORDS.category]))

  return (text) => {
    const spoken = words(text)
    return {
      severity: worstFirst[findSeverity(spoken)] ?? 'medium',
      category: categories[findCategory(spoken)] ?? 'other',
    }
  }
}

type Lists = Readonly<Record<string, readonly Phrase[]>>

/** For each name the phrases that any of the sources has for it. */
function listsInOrder(names: readonly string[], sources: readonly Lists[]): readonly (readonly Phrase[])[] {
  const entries = sources.flatMap((source) => Object.entries(source))
  return names.map((name) => entries.filter(([key]) => categoryName(key) === name).flatMap(([, phrases]) => phrases))
}

function isKnown(name: string): boolean {
  return CATEGORIES.some((category) => category === categoryName(name))
}
