import type { Diff, FileChange } from '../review/diff.ts'
import { parseChangedFiles, parseDiff } from '../review/parse-diff.ts'
import type { GitOptions } from './git.ts'
import type { Oid } from './oid.ts'
import type { Repository } from './repository.ts'

/** Which two trees (or the trees of which two commits) are compared, and where. */
export interface Compared {
  readonly from: Oid
  readonly to: Oid
  /** Only these files and folders; left out, all. */
  readonly paths?: readonly string[]
}

/** Nothing of this depends on settings, attributes or programs: two people always see the same diff. */
const HOW = [
  '-r',
  '--raw',
  '--no-abbrev',
  '--find-renames=50%',
  '-l1000',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
]
const PATCH = ['--patch', '--full-index', '--unified=3', '--diff-algorithm=histogram', '--submodule=short']

/** More than anybody reviews at once; larger ones are shown file by file. */
const MAX_BYTES = 16 * 1024 * 1024

/** What differs between two trees, with every line. Throws `too_much_output` when that is more than can be shown at once. */
export async function diffTrees(repository: Repository, compared: Compared, options?: GitOptions): Promise<Diff> {
  return parseDiff(
    await repository.run(['diff-tree', ...HOW, ...PATCH, ...places(compared)], { maxBytes: MAX_BYTES, ...options }),
  )
}

/** Which files differ, without their lines. */
export async function changedFiles(repository: Repository, compared: Compared): Promise<readonly FileChange[]> {
  return parseChangedFiles(await repository.run(['diff-tree', ...HOW, ...places(compared)]))
}

function places({ from, to, paths = [] }: Compared): readonly string[] {
  return ['--end-of-options', from, to, '--', ...paths]
}
