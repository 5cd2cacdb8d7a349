import { setImmediate } from 'node:timers/promises'
import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { escapeHidden } from '../model/quote.ts'
import type { Finding } from '../review/finding.ts'
import { objectsToRead, reviewEntry } from '../review/reviewed-tree.ts'
import { secretFinding, secretInMessage } from '../review/secret-finding.ts'
import { MODES } from '../review/tree-entry.ts'
import { inMegabytes, TREE_LIMITS } from '../review/tree-limits.ts'
import type { FileWrite } from './import-commit.ts'
import { MAX_COMMIT_BYTES } from './repository.ts'

/**
 * What a push would be refused for is refused here too, before anything is written. Gives the files as they were looked at: whoever
 * handed over bytes may change them while they are written.
 */
export async function checkWrites(files: readonly FileWrite[]): Promise<readonly FileWrite[]> {
  // What is too large is known by its length alone: nothing is copied or read before that.
  refuse(files.flatMap((file, index) => problemsIn(unfit(file), index)))
  refuseMuch(files)
  refuse(clashesIn(files))
  const own = files.map(ownBytes)
  const problems: Problem[] = []
  let isSecret = false
  for (const [index, file] of own.entries()) {
    if (index % SLICE === SLICE - 1 || sizeOf(file) > LONG) await setImmediate()
    const found = strange(file)
    isSecret ||= found.some(({ code }) => code === 'literal_secret')
    problems.push(...problemsIn(found, index))
  }
  refuse(problems, isSecret)
  return own
}

/** A message is read by whoever looks at the log, and stays for ever. */
export function checkMessage(text: string): void {
  const secret = secretInMessage(text)
  const message = secret ?? unfitMessage(text)
  if (message === undefined) return
  throw new AppError(secret === undefined ? 'invalid_input' : 'literal_secret', [
    { code: 'invalid_value', message, path: '/message' },
  ])
}

/** Beside its message a commit names its tree, its author and its reviewers. */
const MAX_MESSAGE = MAX_COMMIT_BYTES - 64 * 1024
/** How many small files, or how long a file, may be looked at in one go: everybody else waits for as long. */
const SLICE = 500
const LONG = 256 * 1024

const HALF = 'has half a character (a lone surrogate), which can not be stored as it is'

function unfitMessage(text: string): string | undefined {
  if (!text.isWellFormed()) return `The message ${HALF}. Take it out.`
  const size = Buffer.byteLength(text)
  if (size <= MAX_MESSAGE) return undefined
  return `The message has ${inMegabytes(size)}, and at most ${MAX_MESSAGE} bytes are taken. Write less, or put it into a file.`
}

/** What can be told without reading the file. */
function unfit({ path, content }: FileWrite): readonly Finding[] {
  const shown = escapeHidden(path.slice(0, 200))
  const finding = (code: Finding['code'], message: string) => [{ code, path: shown, message, refused: true }]
  if (!path.isWellFormed()) return finding('invalid_utf8', `The name ${HALF}. Rename the file.`)
  const size = sizeOf({ content })
  if (size > TREE_LIMITS.fileBytes) {
    const most = `a file has at most ${inMegabytes(TREE_LIMITS.fileBytes)}`
    const advice = 'Make it smaller, or keep it elsewhere and write down where'
    return finding('too_large', `It has ${inMegabytes(size)}, and ${most}. ${advice}.`)
  }
  if (typeof content !== 'string' || content.isWellFormed()) return []
  return finding('invalid_utf8', `The text ${HALF}. Take it out, or hand the file over as bytes.`)
}

/** Of a text that is too long anyway, its length tells enough: it has no fewer bytes. */
function sizeOf({ content }: Pick<FileWrite, 'content'>): number {
  if (content === null) return 0
  if (typeof content !== 'string') return content.byteLength
  return content.length > TREE_LIMITS.fileBytes ? content.length : Buffer.byteLength(content)
}

function refuseMuch(files: readonly FileWrite[]): void {
  const total = files.reduce((sum, file) => sum + sizeOf(file), 0)
  const { sentBytes, files: most } = TREE_LIMITS
  if (total > sentBytes) {
    const message = `The ${files.length} files have ${inMegabytes(total)} together, and a commit has at most ${inMegabytes(sentBytes)}. Write them in several commits.`
    refuse([{ code: 'invalid_value', message, path: '/files' }])
  }
  if (!hasMore(files, most)) return
  const message = `The commit changes more than ${most} files and folders, which nobody can look at. Write them in several commits.`
  refuse([{ code: 'invalid_value', message, path: '/files' }])
}

/** Counted like those of a push: a single path can have a hundred folders. */
function hasMore(files: readonly FileWrite[], most: number): boolean {
  const folders = new Set<string>()
  for (const { path } of files) {
    for (const folder of foldersOf(path)) {
      if (folders.has(folder)) break
      folders.add(folder)
      if (files.length + folders.size > most) return true
    }
  }
  return files.length > most
}

/** A name is a file or a folder: git would keep whichever is written last, and lose the other without a word. */
function clashesIn(files: readonly FileWrite[]): readonly Problem[] {
  const written = new Set(files.filter(({ content }) => content !== null).map(({ path }) => path))
  return files.flatMap(({ path, content }, index) => {
    const file = content === null ? undefined : foldersOf(path).find((folder) => written.has(folder))
    if (file === undefined) return []
    const [one, other] = [file, path].map((name) => escapeHidden(name.slice(0, 200)))
    const message = `${one} is written as a file, and as the folder of ${other}. Rename one of them.`
    return [{ code: 'invalid_value', message, path: `/files/${index}` } as const]
  })
}

/** The folders that a path lies in, the nearest first. */
function* foldersOf(path: string): Generator<string, undefined> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end)
}

function ownBytes(file: FileWrite): OwnFile {
  return file.content === null ? file : { ...file, content: Buffer.from(file.content) }
}

/** A file whose bytes nobody else can change. */
type OwnFile = FileWrite & { readonly content: Buffer | null }

const NOTHING = Buffer.alloc(0)

function strange(file: OwnFile): readonly Finding[] {
  const content = file.content ?? NOTHING
  const mode = MODES[('kind' in file && file.kind) || 'file']
  const entry = { path: Buffer.from(file.path), mode, object: '', size: content.length }
  // As of a push: a link or a file of attributes that is too long to be read is refused.
  const bytes = objectsToRead([entry]).has(entry.object) ? content : undefined
  return [...reviewEntry(entry, bytes), secretFinding(entry.path, content)].filter(isRefused)
}

function isRefused(finding: Finding | undefined): finding is Finding {
  return finding?.refused === true
}

function problemsIn(findings: readonly Finding[], index: number): readonly Problem[] {
  return findings.map(({ path, message }) => ({
    code: 'invalid_value',
    message: `${path}: ${message}`,
    path: `/files/${index}`,
  }))
}

function refuse(problems: readonly Problem[], isSecret = false): void {
  if (problems.length > 0) throw new AppError(isSecret ? 'literal_secret' : 'invalid_input', problems)
}
