import type { ChangedFile, KnownHunk } from '../model/pull.ts'
import type { FileVerdict } from '../model/review-thread.ts'
import { hunkWith, type RoundIndex } from './round-index.ts'

/** A part of a round. */
export interface StandingPart {
  readonly path: string
  /** The hash of the hunk; null for the whole file. */
  readonly hunk: string | null
  /** The hash of the hunk, or of the file. */
  readonly hash: string
  /** Which of the hunks of the file that is, counted from 1; null for the whole file. */
  readonly number: number | null
  /** How many hunks the file has. */
  readonly of: number
}

type Judged = Pick<FileVerdict, 'path' | 'hunk'>

/** Nobody needs to be told of more places in which the same stands; those behind them come up once these are gone. */
const MOST_PLACES = 20

/**
 * Finds in a later round what was judged in an earlier one and stands there as it was. Its own file is known under any name: by the file of
 * `main` that it changes, or by its bytes. In other files a part is known by what it puts in, where that says enough and did not stand there
 * already: whoever judged it saw it there too, and said nothing of that place.
 */
export class RoundsCompared {
  readonly #then: RoundIndex
  readonly #now: RoundIndex
  /** Thousands of parts may be judged, and the same may stand in thousands of files. */
  readonly #came = new Map<string, readonly ChangedFile[]>()

  constructor(then: RoundIndex, now: RoundIndex) {
    this.#then = then
    this.#now = now
  }

  whereStands(part: Judged): readonly StandingPart[] {
    const file = this.#then.at(part.path)
    if (file === undefined) return []
    const own = this.#sameFile(file)
    const here = [...own].flatMap((one) => placeIn(one, part, file))
    const blocks = addedBy(part, file)
    const elsewhere = this.#newlyAdding(blocks)
      .filter((one) => !own.has(one))
      .map((one) => hunkOf(one, hunkWith(one, blocks, 'adds')))
    return [...here, ...elsewhere].slice(0, MOST_PLACES)
  }

  /** What has become of a file: it may have been moved, and another one put in its place. */
  #sameFile(file: ChangedFile): ReadonlySet<ChangedFile> {
    const still = this.#now.at(file.path)
    const named = [...(still === undefined ? [] : [still]), ...this.#now.sameOrigin(file)]
    // A file of `main` that is named no more is there, and as it was.
    const isGone = still === undefined ? file.change === 'added' : still.now === null
    return new Set(isGone ? [...named, ...this.#newlyWith(file)] : named)
  }

  /** Files that have the same bytes, and had others or none. */
  #newlyWith(file: ChangedFile): readonly ChangedFile[] {
    const isOther = ({ path, now }: ChangedFile) => this.#then.at(path)?.now?.object !== now?.object
    return this.#known(`bytes ${file.now?.object}`, () => this.#now.sameBytes(file).filter(isOther))
  }

  /** Files that put in the same, and did not before, under this name or the one they had. */
  #newlyAdding(blocks: readonly string[]): readonly ChangedFile[] {
    return this.#known(`blocks ${blocks.join()}`, () => {
      const before = this.#then.adding(blocks)
      const isNew = ({ path, old_path }: ChangedFile) =>
        [path, old_path].every((one) => !before.has(this.#then.at(one) as ChangedFile))
      return [...this.#now.adding(blocks)].filter(isNew)
    })
  }

  /** A few more than can be named, because one may be the file itself. */
  #known(key: string, find: () => readonly ChangedFile[]): readonly ChangedFile[] {
    const known = this.#came.get(key) ?? find().slice(0, 2 * MOST_PLACES)
    this.#came.set(key, known)
    return known
  }
}

function placeIn(one: ChangedFile, { hunk }: Judged, file: ChangedFile): readonly StandingPart[] {
  if (hunk === null) return isSame(one, file) ? [wholeOf(one)] : []
  const at = hunkIn(one, file.hunks.find(({ hash }) => hash === hunk) ?? { hash: hunk, does: [], adds: [] })
  if (at >= 0) return [hunkOf(one, at)]
  // Of a file that is no text by now, or too large to show, nobody can tell that the part has changed: so it stands.
  const isUnseen = one.unshown !== undefined && one.hunks.length === 0
  return isUnseen || hasMovedWhole(one, file) ? [onlyHunkOf(one)] : []
}

function hunkIn(one: ChangedFile, { hash, does }: KnownHunk): number {
  const same = one.hunks.findIndex((hunk) => hunk.hash === hash)
  return same >= 0 ? same : hunkWith(one, does, 'does')
}

/** Nothing of it is otherwise but its name. What git calls a new file has other hunks than a changed one with the same bytes. */
function hasMovedWhole(one: ChangedFile, { path, now }: ChangedFile): boolean {
  return one.path !== path && now !== null && one.now?.object === now.object
}

/** Whether all that happened to a file happens still, whatever its name is and wherever its lines are. */
function isSame(one: ChangedFile, file: ChangedFile): boolean {
  if (one.path === file.path && one.hash === file.hash) return true
  // Where nothing but the name changes, the name is what was judged.
  if (one.path !== file.path && file.change === 'renamed' && file.hunks.length === 0) return false
  if (one.now?.mode !== file.now?.mode) return false
  return hasMovedWhole(one, file) || hasSameHunks(one, file)
}

function hasSameHunks(one: ChangedFile, { hunks }: ChangedFile): boolean {
  return (
    hunks.length > 0 && one.hunks.length === hunks.length && hunks.every(({ hash }, at) => one.hunks[at]?.hash === hash)
  )
}

/** What a part puts in, block by block; nothing where some of it says too little to be known elsewhere. */
function addedBy({ hunk }: Judged, { hunks }: ChangedFile): readonly string[] {
  const judged = hunk === null ? hunks : hunks.filter(({ hash }) => hash === hunk).slice(0, 1)
  return judged.some(({ adds }) => adds.length === 0) ? [] : judged.flatMap(({ adds }) => adds)
}

function hunkOf({ path, hunks }: ChangedFile, at: number): StandingPart {
  const hash = hunks[at]?.hash ?? ''
  return { path, hunk: hash, hash, number: at + 1, of: hunks.length }
}

function onlyHunkOf(file: ChangedFile): StandingPart {
  return file.hunks.length === 1 ? hunkOf(file, 0) : wholeOf(file)
}

function wholeOf({ path, hash, hunks }: ChangedFile): StandingPart {
  return { path, hunk: null, hash, number: null, of: hunks.length }
}
