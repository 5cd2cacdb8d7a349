import type { FileChange, FileDiff, FileSide, FileStatus, Hunk } from './diff.ts'
import { Lines } from './lines.ts'
import type { Patch } from './patch.ts'
import { readHunk } from './read-hunk.ts'
import { readPath, shownPath } from './tree-entry.ts'
import { unquotePath } from './unquote-path.ts'

const STATUSES: Readonly<Record<string, FileStatus>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  C: 'copied',
  T: 'retyped',
}
const PART = 'diff --git '
const RAW =
  /^:(?<oldMode>\d{6}) (?<newMode>\d{6}) (?<oldObject>[0-9a-f]{40}) (?<newObject>[0-9a-f]{40}) (?<letter>[A-Z])\d*\t(?<path>[^\t]*)(?:\t(?<other>[^\t]*))?$/

/**
 * Reads what `git diff-tree --raw -p` writes, with names in git's quotes. Names, modes and objects are taken from the list at the
 * top, file by file as they are wanted; hunks are read by the counts in their heads, so no content of a file can pass for a head.
 */
export function* parseDiff({ list, parts, isCut }: Patch): Generator<FileDiff> {
  let at = 0
  for (const change of parseChangedFiles(list)) {
    // A file that became something else, such as a link, has two parts: what goes and what comes.
    const end = at + (change.status === 'retyped' ? 2 : 1)
    const own = parts.slice(at, end)
    if (own.length < end - at && !isCut) throw new Error('Git wrote less of a diff than it announced.')
    yield own.length < end - at ? leftOut(change) : readFile(change, own)
    at = end
  }
}

/** Reads the list at the top alone, as `git diff-tree --raw` writes it. */
export function parseChangedFiles(output: Uint8Array): readonly FileChange[] {
  return parseChanges(new Lines(output))
}

function parseChanges(lines: Lines): readonly FileChange[] {
  const changes: FileChange[] = []
  for (let line = lines.peek(); line?.startsWith(':'); line = lines.peek()) {
    changes.push(parseChange(line))
    lines.skip()
  }
  return changes
}

function parseChange(line: string): FileChange {
  const { oldMode, newMode, oldObject, newObject, letter, path, other } = RAW.exec(line)?.groups ?? {}
  const status = STATUSES[letter ?? '']
  if (status === undefined) throw new Error(`Git wrote a change that can not be read: ${line.slice(0, 200)}`)
  const from = side(path, oldMode, oldObject)
  const to = side(other ?? path, newMode, newObject)
  return { status, ...(from === undefined ? {} : { old: from }), ...(to === undefined ? {} : { new: to }) }
}

function side(path = '', mode = '', object = ''): FileSide | undefined {
  return mode === '000000' ? undefined : { path: textOf(unquotePath(path)), mode, object }
}

/** A path in UTF-8 is itself; any other can only be shown. */
function textOf(path: Uint8Array): string {
  return readPath(path) ?? shownPath(path)
}

function readFile(change: FileChange, parts: readonly (Uint8Array | null)[]): FileDiff {
  const hunks: (Hunk | undefined)[] = []
  for (const part of parts) {
    if (part === null) return leftOut(change)
    hunks.push(...readPart(new Lines(part)))
  }
  const binary = hunks.includes(undefined)
  return { ...change, binary, hunks: binary ? [] : hunks.filter((hunk) => hunk !== undefined) }
}

/** Nobody can tell by its lines what changes in it, so that it counts as bytes do. */
function leftOut(change: FileChange): FileDiff {
  return { ...change, binary: true, excess: true, hunks: [] }
}

/** The hunks of one part; nothing stands for bytes that are no text. */
function readPart(lines: Lines): readonly (Hunk | undefined)[] {
  if (!lines.peek()?.startsWith(PART)) throw new Error('Git wrote a part of a diff that can not be read.')
  lines.skip()
  const hunks: (Hunk | undefined)[] = []
  for (let line = lines.peek(); line !== undefined; line = lines.peek()) {
    if (line.startsWith('@@ ')) hunks.push(readHunk(lines))
    else lines.skip()
    if (line.startsWith('Binary files ')) hunks.push(undefined)
  }
  return hunks
}
