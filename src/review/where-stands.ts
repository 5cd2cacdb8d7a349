import type { ChangedFile } from '../model/pull.ts'
import type { FileVerdict } from '../model/review-thread.ts'
import type { RoundIndex } from './round-index.ts'

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

/** Nobody needs to be told of more places in which the same stands; those behind them come up once these are gone or settled. */
export const MOST_PLACES = 20

/**
 * Finds in a later round what was judged in an earlier one and stands there as it was. Its own file is known under any name: by the file of
 * `main` that it changes, or by its bytes. In other files a part is known by what it puts in, where that says enough and did not stand there
 * already: whoever judged it saw it there too, and said nothing of that place.
 */
export class RoundsCompared {
  readonly #then: RoundIndex
  readonly #now: RoundIndex
  readonly #isSettled: (place: StandingPart) => boolean
  /** Thousands of parts may be judged, and the same may stand in thousands of files: each such set is gone through once. */
  readonly #moved = new Map<string, ReadonlySet<ChangedFile>>()
  readonly #inMoved = new Map<string, readonly Place[]>()
  readonly #copies = new Map<string, readonly Place[]>()

  constructor(then: RoundIndex, now: RoundIndex, isSettled: (place: StandingPart) => boolean = () => false) {
    this.#then = then
    this.#now = now
    this.#isSettled = isSettled
  }

  /** The first of the places that are not settled. */
  whereStands(part: Judged): readonly StandingPart[] {
    const file = this.#then.at(part.path)
    const standing: StandingPart[] = []
    for (const place of file === undefined ? [] : this.#placesOf(part, file)) {
      standing.push(place)
      if (standing.length === MOST_PLACES) break
    }
    return standing
  }

  *#placesOf(part: Judged, file: ChangedFile): Generator<StandingPart> {
    const still = this.#now.at(file.path)
    const named = new Set([...(still === undefined ? [] : [still]), ...this.#now.sameOrigin(file)])
    // A file of `main` that is named no more is there, and as it was. Another one may have been put in the place of what was moved.
    const isGone = still === undefined ? file.change === 'added' : still.now === null
    const moved = isGone ? this.#newlyWith(file) : NOWHERE
    for (const one of named) for (const [, place] of this.#unsettled(one, this.#placesIn(one, part, file))) yield place
    for (const [one, place] of isGone ? this.#inNewlyWith(part, file) : []) if (!named.has(one)) yield place
    for (const [one, place] of this.#newlyAdding(addedBy(part, file)))
      if (!named.has(one) && !moved.has(one)) yield place
  }

  /** Files that have the same bytes, and had others or none. */
  #newlyWith(file: ChangedFile): ReadonlySet<ChangedFile> {
    const isOther = ({ path, now }: ChangedFile) => this.#then.at(path)?.now?.object !== now?.object
    return known(this.#moved, file.now?.object ?? '', () => new Set(this.#now.sameBytes(file).filter(isOther)))
  }

  /** Where a part stands in them. Files with the same bytes to which the same happened have the same parts. */
  #inNewlyWith(part: Judged, file: ChangedFile): readonly Place[] {
    const { now, change, hash } = file
    const key = JSON.stringify([now, change, part.hunk, part.hunk === null ? hash : null])
    return known(this.#inMoved, key, () =>
      [...this.#newlyWith(file)].flatMap((one) => this.#unsettled(one, this.#placesIn(one, part, file))),
    )
  }

  /** Files that put in the same, and did not before, under this name or the one they had. */
  #newlyAdding(blocks: readonly string[]): readonly Place[] {
    return known(this.#copies, blocks.join(), () => {
      const before = new Set(this.#then.adding(blocks))
      const hunks = (one: ChangedFile) => {
        const seen = this.#hunksThen(one, before)
        const at = this.#now.hunksWith(one, blocks, 'adds').filter((place) => !seen.has(one.hunks[place]?.hash ?? ''))
        return at.map((place) => hunkOf(one, place))
      }
      return this.#now.adding(blocks).flatMap((one) => this.#unsettled(one, hunks(one)))
    })
  }

  /** What whoever judged a part saw in a file that had it too. By their hashes: the names of lines are made to be quick, and two can be made alike. */
  #hunksThen({ path, old_path }: ChangedFile, before: ReadonlySet<ChangedFile>): ReadonlySet<string> {
    const then = [path, old_path].map((one) => this.#then.at(one)).filter((one) => one !== undefined && before.has(one))
    return new Set(then.flatMap((one) => one?.hunks.map(({ hash }) => hash) ?? []))
  }

  #placesIn(one: ChangedFile, { hunk }: Judged, file: ChangedFile): readonly StandingPart[] {
    if (hunk === null) return isSame(one, file) ? [wholeOf(one)] : []
    const places = this.#hunksIn(one, hunk, file)
    if (places.length > 0) return places
    // Of a file that is no text by now, or too large to show, nobody can tell that the part has changed: so it stands.
    const isUnseen = one.unshown !== undefined && one.hunks.length === 0
    return isUnseen || hasMovedWhole(one, file) ? [onlyHunkOf(one)] : []
  }

  /** As it was, or among other changes: but not where those stood already when it was judged, for that is another part. */
  #hunksIn(one: ChangedFile, hash: string, file: ChangedFile): readonly StandingPart[] {
    const judged = file.hunks.find((hunk) => hunk.hash === hash)
    const others = new Set(file.hunks.map((hunk) => hunk.hash))
    const same = one.hunks.findIndex((hunk) => hunk.hash === hash)
    const among = this.#now
      .hunksWith(one, judged?.does ?? [], 'does')
      .filter((at) => !others.has(one.hunks[at]?.hash ?? ''))
    return [...(same >= 0 ? [same] : []), ...among].map((at) => hunkOf(one, at))
  }

  #unsettled(file: ChangedFile, places: readonly StandingPart[]): readonly Place[] {
    return places.filter((place) => !this.#isSettled(place)).map((place): Place => [file, place])
  }
}

type Place = readonly [file: ChangedFile, place: StandingPart]

const NOWHERE: ReadonlySet<ChangedFile> = new Set()

function known<Found>(all: Map<string, Found>, key: string, find: () => Found): Found {
  const found = all.get(key) ?? find()
  all.set(key, found)
  return found
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
