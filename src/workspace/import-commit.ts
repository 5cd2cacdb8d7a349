import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MODES } from '../review/tree-entry.ts'
import { quotePath } from '../review/unquote-path.ts'
import { noteLink } from './commit-links.ts'
import { messageText, type Signature, signatureLine, type Trailer } from './commit-text.ts'
import { gitFailure } from './git-failure.ts'
import { Oid } from './oid.ts'
import type { Repository } from './repository.ts'
import { newObject } from './small-pack.ts'
import { writeObject } from './write-object.ts'

/** What becomes of one file. */
export type FileWrite =
  | { readonly path: string; readonly content: Uint8Array | string; readonly kind?: 'file' | 'executable' | 'link' }
  | { readonly path: string; readonly content: null }

/** What becomes of one file whose content is in the repository already. */
export interface EntryWrite {
  readonly path: Uint8Array
  /** Null where it goes. */
  readonly to: { readonly mode: string; readonly object: string } | null
}

interface Told {
  readonly author: Signature
  readonly message: string
  readonly trailers?: readonly Trailer[]
}

/** A commit to be written: files changed on top of its parent. Without a parent it begins a history. */
export interface ImportedCommit extends Told {
  readonly parent: Oid | null
  readonly files: readonly FileWrite[] | { readonly changed: readonly EntryWrite[] }
}

/** A commit to be written of a tree as it is. */
export interface CommitOfTree extends Told {
  readonly tree: Oid
  readonly parents: readonly Oid[]
}

/** A ref that is never written or locked: fast-import wants a name, and is told to forget it before it would write it. */
const NOWHERE = 'refs/leeway/nowhere'

/** Writes a commit that no ref leads to yet. The same input always gives the same commit: author and committer are one. */
export async function importCommit(repository: Repository, commit: ImportedCommit): Promise<Oid> {
  const [name, listed = ''] = await importLines(repository, commit)
  const oid = Oid.parse(name)
  const { data: tree } = Oid.safeParse(TREE.exec(listed)?.[1])
  if (tree !== undefined) noteLink(repository, { oid, tree, parents: commit.parent === null ? [] : [commit.parent] })
  return oid
}

/** What fast-import says of the tree of a commit in which there is something. */
const TREE = /^040000 tree ([0-9a-f]{40})/

/**
 * The same of a tree as it is, byte for byte what fast-import would write: one small object, which needs no pack. Whoever calls has made
 * sure that the tree and the parents are there.
 */
export async function commitOfTree(repository: Repository, commit: CommitOfTree): Promise<Oid> {
  const { tree, parents, author, message, trailers } = commit
  const who = signatureLine(author)
  const heads = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`]
  const text = `${heads.join('\n')}\n\n${messageText(message, trailers)}`
  const oid = await writeObject(repository, newObject('commit', Buffer.from(text)))
  return noteLink(repository, { oid, tree, parents }).oid
}

/** Who writes what nobody ever looks at: a tree is written with a commit around it, which is the same whoever writes it. */
const NOBODY: Signature = { name: 'Leeway', email: 'leeway@localhost', at: new Date(0) }

/** Writes the tree that a commit has with some of its files changed, and gives its name. */
export async function importTree(repository: Repository, parent: Oid, changed: readonly EntryWrite[]): Promise<Oid> {
  const commit = { parent, files: { changed }, author: NOBODY, message: 'What a merge would give' }
  const [, listed = ''] = await importLines(repository, commit)
  return Oid.parse(TREE.exec(listed)?.[1])
}

/** Gives the name of the commit, and a line about its tree. */
async function importLines(repository: Repository, commit: ImportedCommit): Promise<readonly string[]> {
  const stream = toStream(commit)
  const packed = await repository.importer.ask(stream, LINES)
  const isMet = !packed.ok && SAME_PACK.test(packed.said)
  const answered = isMet ? await repository.looseImporter.ask(stream, LINES) : packed
  if (!packed.ok) await removeReports(repository.folder)
  if (answered.ok) return answered.lines
  throw gitFailure('fast-import', answered.said)
}

/** The commit, its tree, and that it is written. */
const LINES = 3

/**
 * The same commit makes the same pack, and git locks a pack by a file of its name. Two who make one merge at once meet there, and so
 * does whoever makes it again after a process was killed with the lock in its hand.
 */
const SAME_PACK = /cannot create keep file/

/** A checkpoint closes the pack, so that what is answered with the name of the commit is on the disk. */
function toStream({ files, author, message, trailers, parent }: ImportedCommit): readonly Uint8Array[] {
  const who = signatureLine(author)
  const text = Buffer.from(messageText(message, trailers))
  return [
    Buffer.from(`commit ${NOWHERE}\nmark :1\nauthor ${who}\ncommitter ${who}\ndata ${text.length}\n`),
    text,
    Buffer.from(parent === null ? '\n' : `\nfrom ${parent}\n`),
    ...changesIn(files),
    Buffer.from(`\nreset ${NOWHERE}\n\ncheckpoint\n\nget-mark :1\nls :1 ""\nprogress written\n\n`),
  ]
}

function changesIn(files: ImportedCommit['files']): readonly Uint8Array[] {
  if ('changed' in files) return files.changed.map(toCommand)
  // What goes makes room first: a file may become a folder, or a folder a file.
  const [gone, written] = [
    files.filter(({ content }) => content === null),
    files.filter(({ content }) => content !== null),
  ]
  return [...gone, ...written].flatMap(toCommands)
}

function toCommand({ path, to }: EntryWrite): Uint8Array {
  const name = quotePath(path)
  return Buffer.from(to === null ? `D ${name}\n` : `M ${to.mode} ${to.object} ${name}\n`)
}

function toCommands(file: FileWrite): readonly Uint8Array[] {
  const path = quotePath(Buffer.from(file.path))
  if (file.content === null) return [Buffer.from(`D ${path}\n`)]
  // Bytes are written as they are, without another copy of what may have megabytes.
  const bytes = typeof file.content === 'string' ? Buffer.from(file.content) : file.content
  return [
    Buffer.from(`M ${MODES[file.kind ?? 'file']} inline ${path}\ndata ${bytes.length}\n`),
    bytes,
    Buffer.from('\n'),
  ]
}

/** A fast-import that fails leaves a report in the repository, which nobody would ever look for. */
async function removeReports(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('fast_import_crash_'))
  for (const name of names) await rm(join(folder, name), { force: true })
}
