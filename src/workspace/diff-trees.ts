import { AppError } from '../model/errors.ts'
import type { Diff, FileChange } from '../review/diff.ts'
import { parseChangedFiles, parseDiff } from '../review/parse-diff.ts'
import { inMegabytes } from '../review/tree-limits.ts'
import { inSlices } from './in-slices.ts'
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

/** More than anybody reviews at once, and than is read without keeping others waiting. */
const MAX_BYTES = 16 * 1024 * 1024
const MAX_LINES = 200_000
/** As many stand around the lines of a file at most: its names, its modes, and where the first hunk is. */
const LINES_AROUND = 10

/** Larger files are named and not shown line by line: they are data that nobody reads. That goes by the file alone, whatever else changes. */
const LONGEST_SHOWN = 5 * 1024 * 1024

/** What differs between two trees, with every line. Throws `too_much_output` when that is more than can be shown at once. */
export async function diffTrees(repository: Repository, compared: Compared): Promise<Diff> {
  const args = ['-c', `core.bigFileThreshold=${LONGEST_SHOWN}`, 'diff-tree', ...HOW, ...PATCH, ...places(compared)]
  const said = await repository.run(args, { maxBytes: MAX_BYTES }).catch(orTooMuch)
  if (said === undefined || hasMoreLines(said)) throw tooMuch()
  return inSlices(parseDiff(said), (file) => file)
}

function orTooMuch(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'too_much_output') throw error
}

function tooMuch(): AppError {
  const most = `${MAX_LINES} lines or ${inMegabytes(MAX_BYTES)}`
  const message = `The changes have more than ${most} of text, which nobody can look at. Offer them in several phases, or put data into files of more than ${inMegabytes(LONGEST_SHOWN)}, of which no lines are shown.`
  return new AppError('too_much_output', [], { message })
}

function hasMoreLines(bytes: Buffer): boolean {
  let most = MAX_LINES
  for (let lines = 0, at = 0; lines <= most; lines++) {
    // The list at the top has a line for each file, which begins with a colon as no other line does.
    if (bytes[at] === COLON) most += LINES_AROUND
    const end = bytes.indexOf(LINE_FEED, at)
    if (end < 0) return false
    at = end + 1
  }
  return true
}

const COLON = 58
const LINE_FEED = 10

/** Which files differ, without their lines. */
export async function changedFiles(repository: Repository, compared: Compared): Promise<readonly FileChange[]> {
  return parseChangedFiles(await repository.run(['diff-tree', ...HOW, ...places(compared)]))
}

function places({ from, to, paths = [] }: Compared): readonly string[] {
  return ['--end-of-options', from, to, '--', ...paths]
}
