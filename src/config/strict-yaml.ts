import { Composer, type ParsedNode, type YAMLError } from 'yaml'
import type { Problem } from '../model/problem.ts'
import { quote } from '../model/quote.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import { type Locate, locator } from './locate.ts'
import { ReadingProblems } from './reading-problems.ts'
import { yamlFault } from './yaml-fault.ts'
import { yamlTokens } from './yaml-tokens.ts'
import { yamlValue } from './yaml-value.ts'

/** A YAML text as a value whose keys can be found again in the text, or everything that is wrong with it. */
export type YamlRead =
  | {
      readonly value: unknown
      readonly warnings: readonly Problem[]
      readonly locate: Locate
      readonly problems?: undefined
    }
  | { readonly problems: readonly Problem[] }

/** Words stay words here and keys may repeat: `yamlValue` judges both, with both line numbers and in linear time. */
const OPTIONS = { schema: 'failsafe', strict: true, uniqueKeys: false, merge: false, resolveKnownTags: false } as const

/** What YAML forbids in a text, and a lone carriage return, which only some readers take for a line break. */
const FORBIDDEN = /(?![\t\n\r\u0085])\p{Cc}|\r(?!\n)|\p{Surrogate}|[\ufffe\uffff]/u

/** Reads one YAML text strictly: one document of maps, lists, texts, finite decimals and booleans, nothing else. */
export function readYaml(text: string): YamlRead {
  const problems = new ReadingProblems(text)
  const root = compose(text, problems)
  const read = root && yamlValue(root, problems)
  if (!read || problems.list.length > 0) return { problems: inOrder(problems.list) }
  return { value: read.value, warnings: hiddenCharacters(text), locate: locator(read.root, problems.positionOf) }
}

function compose(text: string, problems: ReadingProblems): ParsedNode | undefined {
  if (!isAllowed(text, problems)) return undefined
  const tokens = yamlTokens(text, problems)
  if (!tokens) return undefined

  const documents = tokens.filter(({ type }) => type === 'document')
  const second = documents[1]
  if (second) return refuse(problems, 'A second document begins here. Keep one document in a file.', second.offset)

  const composer = new Composer(OPTIONS)
  const [document] = composer.compose(tokens)
  const { errors, warnings } = document ?? composer.streamInfo()
  // tags and aliases were refused with the tokens
  const faults = [...errors, ...warnings].filter(({ code }) => code !== 'TAG_RESOLVE_FAILED' && code !== 'BAD_ALIAS')
  for (const fault of onePerLine(faults, problems)) refuse(problems, yamlFault(fault), fault.pos[0])
  if (faults.length > 0) return undefined

  const root = document?.contents
  // a document of comments alone has contents of no length
  if (root && root.range[1] > root.range[0]) return root
  return refuse(problems, 'The document is empty. Write {} to mean a map without keys.', 0)
}

/** What follows on the same line follows from the first mistake there. */
function onePerLine(faults: readonly YAMLError[], { positionOf }: ReadingProblems): Iterable<YAMLError> {
  const first = new Map<number, YAMLError>()
  for (const fault of faults) {
    const { line } = positionOf(fault.pos[0])
    if (!first.has(line)) first.set(line, fault)
  }
  return first.values()
}

function isAllowed(text: string, problems: ReadingProblems): boolean {
  const forbidden = FORBIDDEN.exec(text)
  if (!forbidden) return true
  const message = `The character ${quote(forbidden[0])} is not allowed in YAML. Remove it or write it as an escape.`
  problems.add('bad_encoding', message, { path: [], offset: forbidden.index })
  return false
}

function refuse(problems: ReadingProblems, message: string, offset: number): undefined {
  problems.add('bad_yaml', message, { path: [], offset })
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(
    (one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0),
  )
}
