import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ProjectFile } from '../../config/project-file.ts'
import { readSource } from '../../config/read-source.ts'
import { openCatalog, openWorkplace, PROJECT_FILE, PROJECT_FOLDER } from '../../config/workplace.ts'
import { AppError } from '../../model/errors.ts'
import type { Problem } from '../../model/problem.ts'
import { type CheckedFile, checkFile } from './check-file.ts'
import { type FileKind, kindOf } from './file-kind.ts'
import { filesBelow } from './files-below.ts'
import { knownNames } from './known-names.ts'
import { misspeltFolders } from './misspelt-folders.ts'
import { projectOf } from './project-of.ts'

/** Every mistake in what is configured in a folder, in its files and in what they say together. */
export async function mistakesIn(folder: string): Promise<readonly Problem[]> {
  const files = await configuredHere(folder)
  const namesIn = namesByProject(folder)
  const checked: CheckedFile[] = []
  for (const { path, kind } of files) checked.push(await checkFile(path, kind, await namesIn(path)))
  const paths = files.map(({ path }) => path)
  const own = checked.flatMap(({ errors }) => errors)
  return [...own, ...misspeltFolders(paths, folder), ...(await wrongTogether(folder, checked))]
}

/** A file that is looked at, and as what. */
export interface FileToCheck {
  readonly path: string
  readonly kind: FileKind
}

/** What a file may refer to is what its own project knows, wherever it is validated from. */
export function namesByProject(folder: string): (path: string) => ReturnType<typeof knownNames> {
  const known = new Map<string, ReturnType<typeof knownNames>>()
  return async (path) => {
    const root = await projectOf(path, folder)
    const names = known.get(root) ?? knownNames(root)
    known.set(root, names)
    return names
  }
}

/** A file, taken as what its place makes it. */
export function byPlace(path: string): FileToCheck {
  return { path, kind: kindOf(path) }
}

/** The files of a folder that configure something. */
export async function configuredHere(folder: string): Promise<readonly FileToCheck[]> {
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

/** Mistakes that no file has alone, such as two tenants with one id. What was told of a file itself is not told twice. */
export async function wrongTogether(folder: string, checked: readonly CheckedFile[]): Promise<readonly Problem[]> {
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
