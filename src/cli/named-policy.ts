import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { LoadedCatalog } from '../config/load-catalog.ts'
import { parseAs } from '../config/locate-problems.ts'
import { parseSource, readSource, type Source } from '../config/read-source.ts'
import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'
import { findPreset } from '../policy/find-preset.ts'
import { type PolicyDocument, PolicyDocumentSchema } from '../policy/policy-document.ts'
import type { Io } from './io.ts'
import { readStdin } from './read-stdin.ts'
import { warnOf } from './warn-of.ts'

/** A policy that was named on the command line, and the file it stands in if it stands in one. */
export interface NamedPolicy {
  /** The preset's whole name, the file as it was given, or `stdin`. */
  readonly name: string
  readonly document: PolicyDocument
  readonly source?: Source
}

/** The policy behind an argument: a preset, a YAML or JSON file, or `-` for standard input. */
export async function namedPolicy(argument: string, catalog: LoadedCatalog, io: Io): Promise<NamedPolicy> {
  if (argument === '-') return inSource(await parseSource('stdin', await readStdin(io)), io)
  const path = resolve(io.folder, argument)
  const asPreset = isPath(argument) ? undefined : tryPreset(argument, catalog)
  const isFile = await isThere(path)
  if (asPreset?.name !== undefined && isFile) throw both(argument, asPreset.name)
  if (asPreset?.name !== undefined) return { name: asPreset.name, document: { preset: asPreset.name } }
  if (isFile || asPreset === undefined) return inSource(await readSource(path), io)
  throw await neither(argument, path, asPreset.error)
}

function inSource(source: Source, io: Io): NamedPolicy {
  // Before it is parsed: what cannot be seen may be why that fails.
  warnOf([source], io)
  return { name: source.path, document: parseAs(PolicyDocumentSchema, source), source }
}

/** What no preset can be called. */
function isPath(argument: string): boolean {
  return /^(\.{0,2}|~)\/|\.(ya?ml|json)$/i.test(argument)
}

type Tried =
  | { readonly name: string; readonly error?: undefined }
  | { readonly name?: undefined; readonly error: AppError }

function tryPreset(name: string, catalog: LoadedCatalog): Tried {
  try {
    return { name: findPreset(name, catalog).name }
  } catch (error) {
    if (error instanceof AppError) return { error }
    throw error
  }
}

/** A folder of that name says nothing; a device or a pipe may be a policy. */
async function isThere(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  return stats !== undefined && !stats.isDirectory()
}

function both(argument: string, preset: string): AppError {
  const message = `${quote(argument)} is the preset ${quote(preset)} and a file in this folder. Write ./${basename(argument)} to mean the file, or rename it.`
  return new AppError('wrong_call', [{ code: 'invalid_value', message, path: '' }])
}

/** Both ways to read the argument failed, so both sentences help. */
async function neither(argument: string, path: string, asPreset: AppError): Promise<AppError> {
  const [problem] = asPreset.problems
  if (problem?.code !== 'unknown_preset') return new AppError('wrong_call', asPreset.problems, { cause: asPreset })
  const hint = await readSource(path).then(
    () => '',
    (error: unknown) => (error instanceof AppError ? /Did you mean .*\?$/.exec(error.message)?.[0] : undefined) ?? '',
  )
  const file = hint === '' ? `There is no file ${quote(argument)} either.` : `Among the files: ${hint}`
  return new AppError('wrong_call', [{ ...problem, message: `${problem.message} ${file}`, path: '' }])
}
