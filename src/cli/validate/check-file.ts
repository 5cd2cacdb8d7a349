import type * as z from 'zod'
import { AgentFile } from '../../config/agent-file.ts'
import { documentOf } from '../../config/autonomy.ts'
import { inSource, parseAs } from '../../config/locate-problems.ts'
import { PresetFile } from '../../config/preset-file.ts'
import { ProjectFile } from '../../config/project-file.ts'
import { readSource, type Source } from '../../config/read-source.ts'
import { parseTenant } from '../../config/tenant-file.ts'
import { HeuristicFile } from '../../frames/declared-heuristic.ts'
import { BUILT_IN_HEURISTICS } from '../../frames/heuristics.ts'
import { AppError } from '../../model/errors.ts'
import type { Problem } from '../../model/problem.ts'
import { quote } from '../../model/quote.ts'
import { TodoList } from '../../model/todo-list.ts'
import type { Catalog } from '../../policy/catalog.ts'
import { PolicyDocumentSchema } from '../../policy/policy-document.ts'
import { resolvePolicy } from '../../policy/resolve.ts'
import { misleadingPatterns } from '../../policy/rules/misleading-patterns.ts'
import type { FileKind } from './file-kind.ts'
import { type SaidAutonomy, saidAutonomy, valueAt } from './said-autonomy.ts'
import { unknownNames } from './unknown-names.ts'

/** What was found in one file. */
export interface CheckedFile {
  readonly path: string
  readonly kind: FileKind
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
}

const SCHEMAS: Readonly<Record<Exclude<FileKind, 'tenant'>, z.ZodType>> = {
  policy: PolicyDocumentSchema,
  preset: PresetFile,
  agent: AgentFile,
  project: ProjectFile,
  heuristic: HeuristicFile,
  todos: TodoList,
}

/** Finds everything that is wrong with a file, with the line of each mistake. */
export async function checkFile(path: string, kind: FileKind, catalog: Catalog): Promise<CheckedFile> {
  const read = await attempt(() => readSource(path))
  if (read.problems) return { path, kind, errors: read.problems, warnings: [] }

  const source = read.value
  const found = [...(await wrongShape(kind, source)), ...wrongNames(kind, source, catalog)]
  const errors = found.length > 0 ? found : await unresolved(kind, source, catalog)
  return { path, kind, errors: inOrder(errors), warnings: inOrder([...source.warnings, ...misleading(kind, source)]) }
}

async function wrongShape(kind: FileKind, source: Source): Promise<readonly Problem[]> {
  const parse = () => (kind === 'tenant' ? parseTenant(source) : parseAs(SCHEMAS[kind], source))
  return (await attempt(parse)).problems ?? []
}

function wrongNames(kind: FileKind, source: Source, catalog: Catalog): readonly Problem[] {
  const unknown = saidAutonomy(kind, source.value).flatMap((said) => unknownNames(said, catalog))
  const all = kind === 'heuristic' ? [...unknown, ...takenName(source.value)] : unknown
  return all.map((problem) => ({ ...problem, file: source.path, ...source.locate(problem.path) }))
}

/** What is allowed, and hardly meant as it stands. */
function misleading(kind: FileKind, source: Source): readonly Problem[] {
  const documents = saidAutonomy(kind, source.value).flatMap(({ at, value }) => [
    { at, rules: valueAt(value, ['rules']) },
    { at: `${at}/delegable`, rules: valueAt(value, ['delegable', 'rules']) },
  ])
  return documents.flatMap(({ at, rules }) =>
    misleadingPatterns(rules).map((problem) => {
      const path = `${at}${problem.path}`
      return { ...problem, path, file: source.path, ...source.locate(path) }
    }),
  )
}

function takenName(file: unknown): readonly Problem[] {
  const name = valueAt(file, ['name'])
  if (!BUILT_IN_HEURISTICS.some((heuristic) => heuristic.name === name)) return []
  const message = `There is already a heuristic named ${quote(String(name))}; choose another name.`
  return [{ code: 'invalid_value', message, path: '/name' }]
}

/** What only shows when the policy is put together, such as presets that refer to each other. */
async function unresolved(kind: FileKind, source: Source, catalog: Catalog): Promise<readonly Problem[]> {
  const tried = saidAutonomy(kind, source.value).map((said) => attempt(() => resolveAt(said, source, catalog)))
  return (await Promise.all(tried)).flatMap((one) => one.problems ?? [])
}

function resolveAt({ at, family, value }: SaidAutonomy, source: Source, catalog: Catalog): unknown {
  // Its shape was checked before.
  const said = value as Parameters<typeof documentOf>[0]
  return inSource(source, at, () => resolvePolicy(documentOf(said, family, catalog), catalog))
}

type Attempt<Value> =
  | { readonly value: Value; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] }

async function attempt<Value>(action: () => Value | Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await action() }
  } catch (error) {
    if (error instanceof AppError) return { problems: error.problems }
    throw error
  }
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
}
