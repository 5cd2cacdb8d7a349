import { AppError } from '../model/errors.ts'
import { didYouMean, nearest } from '../model/nearest.ts'
import type { ProblemCode } from '../model/problem.ts'
import { quote } from '../model/quote.ts'
import { AXES } from '../policy/axes.ts'
import type { Catalog } from '../policy/catalog.ts'
import { checkNames } from '../policy/check-names.ts'
import type { ConfigLayer } from '../policy/configure.ts'
import { findPreset } from '../policy/find-preset.ts'
import { type PolicyDocument, parsePolicyDocument } from '../policy/policy-document.ts'
import { readJson } from './strict-json.ts'

/** The variables of a process, as `process.env` gives them. */
export type Environment = Readonly<Record<string, string | undefined>>

type Read = (text: string, catalog: Catalog) => unknown

const MAX_LENGTH = 64 * 1024

/** What each variable changes in the framework's default, lowest first: names from the source systems, then ours. */
const VARIABLES: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['DWORKERS_DEFAULT_AUTONOMY', (text, catalog) => ({ preset: workerPreset(text, catalog) })],
  ['FLAME_AUTONOMY_LEVEL', (text) => ({ frames: { level: text } })],
  ['FLAME_PUSH_THRESHOLD', (text) => ({ frames: { push_threshold: decimal(text) } })],
  ['FLAME_POP_THRESHOLD', (text) => ({ frames: { pop_threshold: decimal(text) } })],
  ['FLAME_SUGGEST_IN_CONTEXT', (text) => ({ frames: { suggest_in_context: boolean(text) } })],
  ['FLAME_ENABLED_HEURISTICS', (text) => ({ frames: { enabled_heuristics: list(text) } })],
  ['LEEWAY_AUTONOMY', (text, catalog) => ({ preset: findPreset(text, catalog).name })],
  ...AXES.map((axis): [string, Read] => [variableOf(axis.name), (text) => ({ [axis.name]: valueFor(axis, text) })]),
])

/** The variable that sets one axis of the framework's default. */
function variableOf(axis: string): string {
  return `LEEWAY_${axis.toUpperCase()}`
}

/** The layers that the environment adds. A variable that cannot be read is an error, and so is one that nobody knows. */
export function environmentLayers(environment: Environment, catalog: Catalog): readonly ConfigLayer[] {
  refuseUnknown(environment)
  return [...VARIABLES].flatMap(([name, read]) => {
    const text = environment[name]
    return text === undefined
      ? []
      : [
          {
            id: name,
            document: documentOf(name, () => checkNames(parsePolicyDocument(read(checked(text), catalog)), catalog)),
          },
        ]
  })
}

/** Says of which variable a mistake is. */
function documentOf(name: string, read: () => PolicyDocument): PolicyDocument {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problems = error.problems.map((problem) => ({
      ...problem,
      message: `${name}: ${problem.message}`,
      file: name,
    }))
    throw new AppError('invalid_input', problems, { cause: error })
  }
}

/** Ours as well, and no settings of a policy: where an agent finds the server, and what lets it in. */
const OF_AGENTS: ReadonlySet<string> = new Set(['LEEWAY_URL', 'LEEWAY_TOKEN'])

/** Every `LEEWAY_` variable is ours. The source systems have other settings, so of theirs only a slip is refused. */
function refuseUnknown(environment: Environment): void {
  const known = [...VARIABLES.keys()]
  const unknown = Object.keys(environment).find(
    (name) => !VARIABLES.has(name) && !OF_AGENTS.has(name) && (name.startsWith('LEEWAY_') || isSlip(name, known)),
  )
  if (unknown === undefined) return
  throw refusal(
    `There is no setting ${quote(unknown)}, which is a variable of the environment.${didYouMean(unknown, known)}`,
    'unknown_key',
  )
}

const SOURCE_PREFIXES = ['FLAME_', 'DWORKERS_']

/** Only what follows the prefix is compared, because a long common beginning makes any two names look alike. */
function isSlip(name: string, known: readonly string[]): boolean {
  const prefix = SOURCE_PREFIXES.find((one) => name.startsWith(one))
  if (prefix === undefined) return false
  const rests = known.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length))
  return nearest(name.slice(prefix.length), rests) !== undefined
}

function checked(text: string): string {
  if (text === '') throw refusal('It is empty, which is not the same as not set. Unset it, or give it a value.')
  if (text.length > MAX_LENGTH) throw refusal(`It is longer than ${MAX_LENGTH} characters.`, 'too_large')
  return text
}

/** In the source system this names a worker's level, so a word of another family is a slip and not a preset. */
function workerPreset(text: string, catalog: Catalog): string {
  const family = 'workers/'
  const full = text.startsWith(family) ? text : family + text
  if (catalog.presets.has(full)) return full
  const levels = [...catalog.presets.keys()].filter((name) => name.startsWith(family))
  const choice = didYouMean(
    text,
    levels.map((name) => name.slice(family.length)),
  )
  throw refusal(`There is no preset ${quote(text)} in the family workers.${choice}`, 'unknown_preset')
}

/**
 * A value in whichever way the axis can be written on one line: a word, a number, true or false, JSON, or a list. A list
 * needs its comma: a word that the axis does not know would otherwise pass for a list of one.
 */
function valueFor(axis: (typeof AXES)[number], text: string): unknown {
  if (/^[[{]/.test(text)) return json(text)
  if (text.includes(',')) return list(text)
  const readings = [text, /^\d+(\.\d+)?$/.test(text) ? Number(text) : text, BOOLEANS.get(text) ?? text]
  return readings.find((reading) => axis.schema.safeParse(reading).success) ?? text
}

function json(text: string): unknown {
  const read = readJson(text)
  if (read.problems) throw new AppError('invalid_input', read.problems)
  return read.value
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

function boolean(text: string): boolean {
  const value = BOOLEANS.get(text)
  if (value === undefined) throw refusal(`${quote(text)} is neither true nor false.`)
  return value
}

/** Plain decimals only: `70abc`, `1e2` and `0x46` are slips, not numbers. */
function decimal(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw refusal(`${quote(text)} is not a decimal number.`)
  return Number(text)
}

function list(text: string): readonly string[] {
  const items = text.split(',').map((item) => item.trim())
  if (items.includes('')) throw refusal(`The list ${quote(text)} has an empty item. Take the extra comma out.`)
  return items
}

function refusal(message: string, code: ProblemCode = 'invalid_value'): AppError {
  return new AppError('invalid_input', [{ code, message, path: '' }])
}
