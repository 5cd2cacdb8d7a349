import { type FileHandle, open, readdir } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import { AppError } from '../model/errors.ts'
import { nearest } from '../model/nearest.ts'
import type { Problem } from '../model/problem.ts'
import { quote } from '../model/quote.ts'
import { decodeUtf8 } from './decode-utf8.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import type { Locate } from './locate.ts'
import { readLocatedJson } from './strict-json.ts'
import type { YamlRead } from './strict-yaml.ts'

/** What a file said: its value, what a person should know about it, and where each part of it stands. */
export interface Source {
  readonly path: string
  readonly value: unknown
  readonly warnings: readonly Problem[]
  readonly locate: Locate
}

/** No file that people write for this product comes near this size. */
const MAX_BYTES = 1024 * 1024

/** Reads a JSON or YAML file, or throws an `AppError` whose problems name the file, the line and the way out. */
export async function readSource(path: string): Promise<Source> {
  return parseSource(path, await readBytes(path))
}

/** Reads the bytes of a file that is known by this name, for callers that already hold them. */
export async function parseSource(path: string, bytes: Uint8Array): Promise<Source> {
  if (bytes.length > MAX_BYTES) throw tooLarge(path)
  const decoded = decodeUtf8(bytes)
  if (decoded.problem) throw new AppError('unreadable_file', [{ ...decoded.problem, file: path }])

  const { text } = decoded
  const read = isJson(path, text) ? readJsonFile(text) : await readYamlFile(text)
  if (read.problems) throw new AppError('invalid_input', named(read.problems, path))
  return { path, value: read.value, warnings: named(read.warnings, path), locate: read.locate }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    await using file = await open(path)
    const stats = await file.stat()
    if (stats.isDirectory()) throw unreadable(path, `${quote(path)} is a folder. Name a file in it.`)
    if (stats.size > MAX_BYTES) throw tooLarge(path)
    return await readUpToLimit(file, stats.size)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw await explain(path, error)
  }
}

/** Devices and pipes tell no size, so the limit is kept while reading: one byte more than allowed is enough to know. */
async function readUpToLimit(file: FileHandle, size: number): Promise<Uint8Array> {
  // Room for what the file says that it has, and for one byte more, by which its end is seen.
  let bytes = new Uint8Array(Math.max(size, FIRST_BYTES) + 1)
  for (let length = 0; ; ) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, null)
    length += bytesRead
    if (bytesRead === 0 || length > MAX_BYTES) return bytes.subarray(0, length)
    if (length === bytes.length) bytes = larger(bytes)
  }
}

const FIRST_BYTES = 4096

function larger(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(Math.min(bytes.length * 4, MAX_BYTES + 1))
  more.set(bytes)
  return more
}

async function explain(path: string, error: unknown): Promise<AppError> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code !== 'ENOENT')
    return unreadable(path, `${quote(path)} cannot be read (${code}). Check its path and permissions.`, error)

  const names = await readdir(dirname(path)).catch(() => [])
  const meant = nearest(basename(path), names)
  const hint = meant === undefined ? 'Check the path.' : `Did you mean ${quote(meant)}?`
  return unreadable(path, `There is no file ${quote(path)}. ${hint}`, error)
}

/** Most projects have no file of their own, and a start should not wait for what reads YAML. */
async function readYamlFile(text: string): Promise<YamlRead> {
  const { readYaml } = await import('./strict-yaml.ts')
  return readYaml(text)
}

function readJsonFile(text: string): YamlRead {
  const read = readLocatedJson(text)
  return read.problems ? read : { ...read, warnings: hiddenCharacters(text) }
}

/** Where the name does not say, the first character does: YAML files are hardly ever written in braces. */
function isJson(path: string, text: string): boolean {
  const extension = extname(path).toLowerCase()
  if (extension === '.yaml' || extension === '.yml') return false
  return extension === '.json' || /^\s*[{[]/.test(text)
}

function named(problems: readonly Problem[], file: string): readonly Problem[] {
  return problems.map((problem) => ({ ...problem, file }))
}

function tooLarge(path: string): AppError {
  const message = `${quote(path)} is larger than 1 MiB, the most that is read. Split or shorten it.`
  return new AppError('unreadable_file', [{ code: 'too_large', message, path: '', file: path }])
}

function unreadable(path: string, message: string, cause?: unknown): AppError {
  return new AppError('unreadable_file', [{ code: 'unreadable_file', message, path: '', file: path }], { cause })
}
