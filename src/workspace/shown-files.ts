import { setImmediate } from 'node:timers/promises'
import type { ShownFile } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import { escapeHidden } from '../model/quote.ts'
import type { FileDiff, FileSide } from '../review/diff.ts'
import { modeChanges, objectsToRead, reviewEntry } from '../review/reviewed-tree.ts'
import { sameNames } from '../review/same-names.ts'
import type { TreeEntry } from '../review/tree-entry.ts'
import { whyUnshown } from '../review/why-unshown.ts'
import { type Compared, diffTrees } from './diff-trees.ts'
import { listTree } from './list-tree.ts'
import { Oid } from './oid.ts'
import type { Repository } from './repository.ts'
import { shownFile } from './shown-file.ts'

/** How many in one go: everybody else waits for as long. */
const SLICE = 500

/** What differs between two trees, as a reviewer sees it: every line, and whatever lines do not show. */
export async function shownFiles(repository: Repository, compared: Compared): Promise<readonly ShownFile[]> {
  const files = await diffTrees(repository, compared)
  const alike = await alikeIn(repository, files, compared)
  const shown: ShownFile[] = []
  for (const file of files) {
    if (shown.length % SLICE === SLICE - 1) await setImmediate()
    const other = file.new && alike.get(file.new.path)
    const findings = [...modeChanges([file]), ...(await findingsOf(repository, file))].map(({ message }) => message)
    const taken = other === undefined ? [] : [`Some computers take its name for ${escapeHidden(other)}.`]
    shown.push(shownFile(await withSizes(repository, file), [...findings, ...taken]))
  }
  return shown
}

/** What no line shows is told by how much it is, beside its name in git. */
async function withSizes({ objects }: Repository, file: FileDiff): Promise<FileDiff> {
  if (whyUnshown(file) === undefined) return file
  const sized = async (side: FileSide) => {
    const found = await objects.info(side.object)
    return found?.type === 'blob' ? { ...side, size: found.size } : side
  }
  return {
    ...file,
    ...(file.old && { old: await sized(file.old) }),
    ...(file.new && { new: await sized(file.new) }),
  }
}

/** Only a name that comes can meet another one; the names of all files are listed for those alone. */
async function alikeIn(repository: Repository, files: readonly FileDiff[], { to }: Compared) {
  const come = files.flatMap((file) => (file.new && file.new.path !== file.old?.path ? [file.new.path] : []))
  if (come.length === 0) return new Map<string, string>()
  const all = (await listTree(repository, to)).map(({ path }) => Buffer.from(path).toString())
  return sameNames(come, all)
}

async function findingsOf(repository: Repository, { new: now }: FileDiff) {
  if (now === undefined) return []
  const entry: TreeEntry = { path: Buffer.from(now.path), mode: now.mode, object: now.object }
  const [wanted] = objectsToRead([entry])
  return reviewEntry(entry, wanted === undefined ? undefined : await bytesOf(repository, wanted))
}

/** Links and attributes are short. Of one that is not, that much is said. */
const MAX_READ = 64 * 1024

async function bytesOf(repository: Repository, object: string): Promise<Uint8Array | undefined> {
  return repository.file(Oid.parse(object), MAX_READ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'too_much_output') return undefined
    throw error
  })
}
