import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ProjectFile } from '../../config/project-file.ts'
import { readSource } from '../../config/read-source.ts'
import { openCatalog, openWorkplace, PROJECT_FILE, PROJECT_FOLDER } from '../../config/workplace.ts'
import { AppError } from '../../model/errors.ts'
import type { Problem } from '../../model/problem.ts'
import { type Command, EXIT, type Io } from '../io.ts'
import { knownName } from '../known-name.ts'
import { parseOptions } from '../parse-options.ts'
import { pageOf } from '../text/page.ts'
import { shownPath } from '../text/shown-path.ts'
import { type CheckedFile, checkFile } from '../validate/check-file.ts'
import { drawProblem } from '../validate/draw-problem.ts'
import { FILE_KINDS, type FileKind, kindOf } from '../validate/file-kind.ts'
import { filesBelow } from '../validate/files-below.ts'
import { knownNames } from '../validate/known-names.ts'
import { meantKind, misspeltFolders } from '../validate/misspelt-folders.ts'
import { projectOf } from '../validate/project-of.ts'
import { wrongCall } from '../wrong-call.ts'

/** `leeway validate`: every mistake in configuration files. */
export const command: Command = {
  help: `leeway validate [FILE | FOLDER]… [--as KIND] [--json]

Finds every mistake in configuration files and tells its line: unknown keys and values, presets and heuristics that
nobody knows, characters that cannot be seen. Without a file: leeway.yaml and all of leeway/ in this folder.

What a file is follows from its place: leeway.yaml, todos.yaml, or a folder named presets, agents, tenants or
heuristics; any other file is a policy document. The exit code is 1 when there is a mistake.

  --as KIND   take the files as this: ${FILE_KINDS.join(', ')}
  --json      the same as data

Example:  leeway validate leeway.yaml leeway/presets/*/*.yaml`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, {
      options: { as: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const as = values.as === undefined ? undefined : knownName('kind of file', values.as, FILE_KINDS)
    const files = await filesFor(positionals, io.folder)
    const namesIn = namesByProject(io.folder)
    const checked: CheckedFile[] = []
    for (const { path, kind } of files)
      checked.push(await checkFile(path, as ?? meantKind(path, io.folder) ?? kind, await namesIn(path)))
    const folders = misspeltFolders(
      files.map(({ path }) => path),
      io.folder,
    )
    const together = [...folders, ...(positionals.length === 0 ? await wrongTogether(io, checked) : [])]

    const errors = [...checked.flatMap((file) => file.errors), ...together]
    const warnings = checked.flatMap((file) => file.warnings)
    if (values.json === true) io.stdout.write(`${asJson(checked, together, io)}\n`)
    else await draw({ errors, warnings, files: checked.length }, io)
    return errors.length > 0 ? EXIT.failed : EXIT.fine
  },
}

/** What a file may refer to is what its own project knows, wherever it is validated from. */
function namesByProject(folder: string): (path: string) => ReturnType<typeof knownNames> {
  const known = new Map<string, ReturnType<typeof knownNames>>()
  return async (path) => {
    const root = await projectOf(path, folder)
    const names = known.get(root) ?? knownNames(root)
    known.set(root, names)
    return names
  }
}

interface FileToCheck {
  readonly path: string
  readonly kind: FileKind
}

async function filesFor(given: readonly string[], folder: string): Promise<readonly FileToCheck[]> {
  const found = given.length > 0 ? await Promise.all(given.map((one) => expand(resolve(folder, one)))) : []
  const files = given.length > 0 ? found.flat() : await configuredHere(folder)
  if (files.length > 0) return files
  throw wrongCall(
    given.length > 0
      ? 'There is no YAML or JSON file in there.'
      : `There is no ${PROJECT_FILE} and nothing in ${PROJECT_FOLDER}/ here. Name the files to look at.`,
  )
}

function byPlace(path: string): FileToCheck {
  return { path, kind: kindOf(path) }
}

async function configuredHere(folder: string): Promise<readonly FileToCheck[]> {
  const project = join(folder, PROJECT_FILE)
  const own = (await filesBelow(join(folder, PROJECT_FOLDER))).map((file) => byPlace(file.path))
  if ((await stat(project).catch(() => undefined)) === undefined) return own
  return [byPlace(project), ...own, ...(await tenantsOf(project))]
}

/** The tenant files of a project that keeps them in a folder of its own; a project file that is broken says so itself. */
async function tenantsOf(project: string): Promise<readonly FileToCheck[]> {
  const source = await readSource(project).catch(() => undefined)
  const folder = ProjectFile.safeParse(source?.value).data?.tenants
  if (folder === undefined) return []
  return (await filesBelow(join(dirname(project), folder))).map(({ path }) => ({ path, kind: 'tenant' }))
}

/** A file that is not there stays in the list, so that it is told. A project is full of files that are none of ours. */
async function expand(path: string): Promise<readonly FileToCheck[]> {
  const stats = await stat(path).catch(() => undefined)
  if (stats?.isDirectory() !== true) return [byPlace(path)]
  const configured = await configuredHere(path)
  return configured.length > 0 ? configured : (await filesBelow(path)).map((file) => byPlace(file.path))
}

/** Mistakes that no file has alone, such as two tenants with one id. What was told of a file itself is not told twice. */
async function wrongTogether({ folder }: Io, checked: readonly CheckedFile[]): Promise<readonly Problem[]> {
  const told = new Set(checked.flatMap(({ errors }) => errors).map(placeAndMessage))
  // Each ends at its first mistake, so that the catalog is asked by itself too.
  const found = [await problemsIn(openCatalog(folder)), await problemsIn(openWorkplace(folder, {}))].flat()
  const fresh = new Map(found.map((problem) => [placeAndMessage(problem), problem]))
  return [...fresh].filter(([key]) => !told.has(key)).map(([, problem]) => problem)
}

function placeAndMessage({ file, line, message }: Problem): string {
  return JSON.stringify([file, line, message])
}

async function problemsIn(opening: Promise<unknown>): Promise<readonly Problem[]> {
  try {
    await opening
    return []
  } catch (error) {
    if (error instanceof AppError) return error.problems
    throw error
  }
}

interface Found {
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
  readonly files: number
}

async function draw({ errors, warnings, files }: Found, io: Io): Promise<void> {
  const page = pageOf(io)
  const drawing = { page, folder: io.folder, withLine: io.stdout.isTTY === true }
  for (const problem of errors) io.stdout.write(`${await drawProblem(problem, drawing)}\n`)
  for (const problem of warnings) {
    const warning = { ...problem, message: `warning: ${problem.message}` }
    io.stdout.write(`${await drawProblem(warning, drawing)}\n`)
  }
  const summary = [count(files, 'file'), count(errors.length, 'error'), count(warnings.length, 'warning')].join(', ')
  const [sign, format] = errors.length > 0 ? (['✗', 'red'] as const) : (['✓', 'green'] as const)
  io.stdout.write(`${page.paint(['bold', format], sign)} ${summary}\n`)
}

function asJson(checked: readonly CheckedFile[], together: readonly Problem[], { folder }: Io): string {
  const shown = (problem: Problem) =>
    problem.file === undefined ? problem : { ...problem, file: shownPath(problem.file, folder) }
  const files = checked.map(({ path, kind, errors, warnings }) => ({
    file: shownPath(path, folder),
    kind,
    errors: errors.map(shown),
    warnings: warnings.map(shown),
  }))
  const errors = files.reduce((sum, file) => sum + file.errors.length, together.length)
  const warnings = files.reduce((sum, file) => sum + file.warnings.length, 0)
  return JSON.stringify({ files, together: together.map(shown), errors, warnings }, null, 2)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
