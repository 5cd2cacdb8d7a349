import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MODES } from '../review/tree-entry.ts'
import { quotePath } from '../review/unquote-path.ts'
import { messageText, type Signature, signatureLine, type Trailer } from './commit-text.ts'
import { gitFailure } from './git-failure.ts'
import { Oid } from './oid.ts'
import type { Repository } from './repository.ts'

/** What becomes of one file. */
export type FileWrite =
  | { readonly path: string; readonly content: Uint8Array | string; readonly kind?: 'file' | 'executable' | 'link' }
  | { readonly path: string; readonly content: null }

/** A commit to be written: files changed on top of its parent, or a tree as it is. Without a parent it begins a history. */
export interface ImportedCommit {
  readonly parent: Oid | null
  /** What else it joins. */
  readonly joins?: Oid
  readonly files: readonly FileWrite[] | { readonly tree: Oid }
  readonly author: Signature
  readonly message: string
  readonly trailers?: readonly Trailer[]
}

/** A ref that is never written or locked: fast-import wants a name, and is told to forget it before it would write it. */
const NOWHERE = 'refs/leeway/nowhere'

/** Writes a commit that no ref leads to yet. The same input always gives the same commit: author and committer are one. */
export async function importCommit(repository: Repository, commit: ImportedCommit): Promise<Oid> {
  const stream = toStream(commit)
  const packed = await repository.importer.ask(stream, 2)
  const isMet = !packed.ok && SAME_PACK.test(packed.said)
  const answered = isMet ? await repository.looseImporter.ask(stream, 2) : packed
  if (!packed.ok) await removeReports(repository.folder)
  if (answered.ok) return Oid.parse(answered.lines[0])
  throw gitFailure('fast-import', answered.said)
}

/**
 * The same commit makes the same pack, and git locks a pack by a file of its name. Two who make one merge at once meet there, and so
 * does whoever makes it again after a process was killed with the lock in its hand.
 */
const SAME_PACK = /cannot create keep file/

/** A checkpoint closes the pack, so that what is answered with the name of the commit is on the disk. */
function toStream({ files, author, message, trailers, parent, joins }: ImportedCommit): readonly Uint8Array[] {
  const who = signatureLine(author)
  const text = Buffer.from(messageText(message, trailers))
  const changes = 'tree' in files ? [Buffer.from(`M 040000 ${files.tree} ""\n`)] : files.flatMap(toCommands)
  return [
    Buffer.from(`commit ${NOWHERE}\nmark :1\nauthor ${who}\ncommitter ${who}\ndata ${text.length}\n`),
    text,
    Buffer.from(parent === null ? '\n' : `\nfrom ${parent}\n`),
    Buffer.from(joins === undefined ? '' : `merge ${joins}\n`),
    ...changes,
    Buffer.from(`\nreset ${NOWHERE}\n\ncheckpoint\n\nget-mark :1\nprogress written\n\n`),
  ]
}

function toCommands(file: FileWrite): readonly Uint8Array[] {
  const path = quotePath(Buffer.from(file.path))
  if (file.content === null) return [Buffer.from(`D ${path}\n`)]
  const bytes = Buffer.from(file.content)
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
