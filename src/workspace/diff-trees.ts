import { AppError } from '../model/errors.ts'
import type { Diff, FileChange } from '../review/diff.ts'
import { parseChangedFiles, parseDiff } from '../review/parse-diff.ts'
import { inMegabytes } from '../review/tree-limits.ts'
import { inSlices } from './in-slices.ts'
import type { Oid } from './oid.ts'
import { PatchParts } from './patch-parts.ts'
import type { Repository } from './repository.ts'
import { MOST_NAMES } from './require-reviewable.ts'

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

/** More than anybody reviews at once, and than is read without keeping others waiting. */
const SHOWN = { bytes: 16 * 1024 * 1024, lines: 200_000 }
/** So much is looked through to find what can be shown; the lines of whatever stands behind it are left out. */
const MOST_READ = 128 * 1024 * 1024

/** Larger files are named and not shown line by line: they are data that nobody reads. That goes by the file alone, whatever else changes. */
const LONGEST_SHOWN = 5 * 1024 * 1024

/**
 * What differs between two trees: every file, and so many lines as can be shown at once. Files whose lines are left out say so. Throws
 * `too_much_output` when the names alone are too many.
 */
export async function diffTrees(repository: Repository, compared: Compared): Promise<Diff> {
  const args = ['-c', `core.bigFileThreshold=${LONGEST_SHOWN}`, 'diff-tree', ...HOW, ...PATCH, ...places(compared)]
  const parts = new PatchParts({ ...SHOWN, read: MOST_READ })
  await repository.run(args, { maxBytes: MOST_READ, take: (piece) => parts.take(piece) }).catch(orCut)
  const patch = parts.end()
  if (patch.list.length > MOST_NAMES || (patch.isCut && patch.list.length === 0)) throw tooMany()
  return inSlices(parseDiff(patch), (file) => file)
}

/** What git was stopped for is told by what there is of it. */
function orCut(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'too_much_output') throw error
}

function tooMany(): AppError {
  const message = `So many files differ that their names alone have more than ${inMegabytes(MOST_NAMES)}, which nobody can look at. Offer them in several phases, or put them into an archive.`
  return new AppError('too_much_output', [], { message })
}

/** Which files differ, without their lines. */
export async function changedFiles(repository: Repository, compared: Compared): Promise<readonly FileChange[]> {
  return parseChangedFiles(await repository.run(['diff-tree', ...HOW, ...places(compared)]))
}

function places({ from, to, paths = [] }: Compared): readonly string[] {
  return ['--end-of-options', from, to, '--', ...paths]
}
