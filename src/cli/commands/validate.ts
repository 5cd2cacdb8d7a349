import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PROJECT_FILE, PROJECT_FOLDER } from '../../config/workplace.ts'
import type { Problem } from '../../model/problem.ts'
import { type Command, EXIT, type Io } from '../io.ts'
import { knownName } from '../known-name.ts'
import { parseOptions } from '../parse-options.ts'
import { pageOf } from '../text/page.ts'
import { shownPath } from '../text/shown-path.ts'
import { type CheckedFile, checkFile } from '../validate/check-file.ts'
import { drawProblem } from '../validate/draw-problem.ts'
import { FILE_KINDS } from '../validate/file-kind.ts'
import { filesBelow } from '../validate/files-below.ts'
import { meantKind, misspeltFolders } from '../validate/misspelt-folders.ts'
import { byPlace, configuredHere, type FileToCheck, namesByProject, wrongTogether } from '../validate/mistakes-in.ts'
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
    const together = [...folders, ...(positionals.length === 0 ? await wrongTogether(io.folder, checked) : [])]

    const errors = [...checked.flatMap((file) => file.errors), ...together]
    const warnings = checked.flatMap((file) => file.warnings)
    if (values.json === true) io.stdout.write(`${asJson(checked, together, io)}\n`)
    else await draw({ errors, warnings, files: checked.length }, io)
    return errors.length > 0 ? EXIT.failed : EXIT.fine
  },
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

/** A file that is not there stays in the list, so that it is told. A project is full of files that are none of ours. */
async function expand(path: string): Promise<readonly FileToCheck[]> {
  const stats = await stat(path).catch(() => undefined)
  if (stats?.isDirectory() !== true) return [byPlace(path)]
  const configured = await configuredHere(path)
  return configured.length > 0 ? configured : (await filesBelow(path)).map((file) => byPlace(file.path))
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
