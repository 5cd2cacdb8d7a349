import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join, relative, sep } from 'node:path'
import { AppError } from '../model/errors.ts'
import type { ProblemCode } from '../model/problem.ts'
import { quote } from '../model/quote.ts'
import { isAbsent, unreadable } from './is-absent.ts'
import { readSource, type Source } from './read-source.ts'

/** A file of a folder, and its name there: `jobs/full` for `jobs/full.yaml`. */
export interface NamedSource {
  readonly name: string
  readonly source: Source
}

const EXTENSIONS = ['.yaml', '.yml', '.json']

/**
 * Every YAML and JSON file below a folder, in the order of their names; a folder that is not there holds none. What looks
 * like such a file and is not read would drop a setting, so it is an error; other files and hidden ones are left alone.
 */
export async function readFolder(folder: string): Promise<readonly NamedSource[]> {
  const entries = (await entriesOf(folder)).filter((entry) => !isHidden(relative(folder, pathOf(entry))))
  const paths: string[] = []
  // One after the other: readdir may list what is behind a linked folder, and the link is what has to be named.
  for (const entry of entries) if (await isWanted(entry)) paths.push(pathOf(entry))
  const files = paths.sort().map((path) => ({ name: nameIn(folder, path), path }))
  refuseTwice(files)
  return Promise.all(files.map(async ({ name, path }) => ({ name, source: await readSource(path) })))
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  if (await isAbsent(folder)) return []
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    throw unreadable(folder, error)
  }
}

function isHidden(path: string): boolean {
  return path.split(sep).some((part) => part.startsWith('.'))
}

/** Whether this is a file to read. Links to files are followed, as people expect. */
async function isWanted(entry: Dirent): Promise<boolean> {
  const path = pathOf(entry)
  const extension = extname(path)
  const known = EXTENSIONS.includes(extension.toLowerCase())
  if (entry.isDirectory() || !(known || entry.isSymbolicLink())) return false

  const target = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  if (target.isDirectory()) throw refusal(path, `${quote(path)} is a link to a folder. Put the folder itself there.`)
  if (!known) return false
  if (!target.isFile()) throw refusal(path, `${quote(path)} is not a plain file. Put a file there, or rename it.`)
  if (EXTENSIONS.includes(extension)) return true
  const right = basename(path, extension) + extension.toLowerCase()
  throw refusal(path, `The file ${quote(path)} would not be read. Rename it to ${quote(right)}.`)
}

function refuseTwice(files: readonly { readonly name: string; readonly path: string }[]): void {
  const first = new Map<string, string>()
  for (const { name, path } of files) {
    const other = first.get(name)
    if (other !== undefined)
      throw refusal(path, `${quote(path)} has the same name as ${quote(other)}. Keep one of the two.`, 'duplicate_key')
    first.set(name, path)
  }
}

function pathOf(entry: Dirent): string {
  return join(entry.parentPath, entry.name)
}

function nameIn(folder: string, path: string): string {
  return relative(folder, path).slice(0, -extname(path).length).split(sep).join('/')
}

function refusal(path: string, message: string, code: ProblemCode = 'unreadable_file'): AppError {
  return new AppError('unreadable_file', [{ code, message, path: '', file: path }])
}
