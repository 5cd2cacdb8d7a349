import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MODES } from '../review/tree-entry.ts'
import { quotePath } from '../review/unquote-path.ts'
import { messageText, type Signature, signatureLine, type Trailer } from './encode-commit.ts'
import { gitFailure } from './git-failure.ts'
import { NO_OID, Oid } from './oid.ts'
import type { Repository } from './repository.ts'

/** What becomes of one file. */
export type FileWrite =
  | { readonly path: string; readonly content: Uint8Array | string; readonly kind?: 'file' | 'executable' | 'link' }
  | { readonly path: string; readonly content: null }

/** A commit to be written; without a parent it begins a history. */
export interface ImportedCommit {
  readonly parent: Oid | null
  readonly files: readonly FileWrite[]
  readonly author: Signature
  readonly message: string
  readonly trailers?: readonly Trailer[]
}

/** A ref that no commit is ever left at: fast-import wants a name, and is told to forget it. */
const NOWHERE = 'refs/leeway/nowhere'

/**
 * Writes files as a commit that no ref leads to yet. One fast-import writes one pack, which is
 * synced once; of git's ways it was the fastest (`npm run bench -- git`).
 */
export async function importCommit(repository: Repository, commit: ImportedCommit): Promise<Oid> {
  const args = [
    '-c',
    'fastimport.unpackLimit=0',
    'fast-import',
    '--quiet',
    '--done',
    '--date-format=raw',
    '--cat-blob-fd=1',
  ]
  const { code, stdout, stderr } = await repository.attempt(args, { input: toStream(commit) })
  if (code !== 0) {
    await removeReports(repository.folder)
    throw gitFailure('fast-import', stderr)
  }
  return Oid.parse(stdout.toString().trim())
}

function toStream({ files, author, message, trailers, parent }: ImportedCommit): readonly Uint8Array[] {
  const who = signatureLine(author)
  const text = Buffer.from(messageText(message, trailers))
  return [
    Buffer.from(`commit ${NOWHERE}\nmark :1\nauthor ${who}\ncommitter ${who}\ndata ${text.length}\n`),
    text,
    Buffer.from(parent === null ? '\n' : `\nfrom ${parent}\n`),
    ...files.flatMap(toCommands),
    Buffer.from(`\nget-mark :1\nreset ${NOWHERE}\nfrom ${NO_OID}\n\ndone\n`),
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
