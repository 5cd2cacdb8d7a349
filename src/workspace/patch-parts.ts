import type { Patch } from '../review/patch.ts'

/** How much text of a patch is kept, and how much of it is looked through for that. */
interface Bounds {
  readonly bytes: number
  readonly lines: number
  readonly read: number
}

/** One file of a patch. What has no lines takes no room, and is always kept. */
interface Part {
  bytes: Buffer | null
  readonly size: number
  readonly lines: number
}

const BORDER = Buffer.from('\ndiff --git ')
const FIRST_HUNK = Buffer.from('\n@@ ')
const LINE_FEED = 10
const NOTHING = Buffer.alloc(0)

/**
 * Takes a patch apart while git writes it, and keeps so much of its text as can be shown at once. What goes over that leaves the files with
 * the most text out: people wrote the short ones, and nobody reads the others line by line. Which these are follows from the patch alone, so
 * that everybody is shown the same. Lines of files begin with a sign, so none of them can pass for the head of a part.
 */
export class PatchParts {
  readonly #bounds: Bounds
  readonly #parts: Part[] = []
  #list: Buffer | undefined
  #open: Buffer[] = []
  #tail: Buffer = NOTHING
  #left: number
  #isCut = false
  #size = 0
  #lines = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
    this.#left = bounds.read
  }

  /** The next piece of what git writes, wherever it ends. What is cut off is the same however git's bytes arrive. */
  take(given: Buffer): void {
    const piece = given.subarray(0, this.#left)
    this.#left -= piece.length
    this.#isCut ||= piece.length < given.length
    const bytes = this.#tail.length === 0 ? piece : Buffer.concat([this.#tail, piece])
    let from = 0
    for (let at = bytes.indexOf(BORDER); at >= 0; at = bytes.indexOf(BORDER, from)) {
      this.#open.push(bytes.subarray(from, at + 1))
      this.#close()
      from = at + 1
    }
    // Half of a border may stand at the end.
    const whole = Math.max(from, bytes.length - BORDER.length + 1)
    this.#open.push(bytes.subarray(from, whole))
    this.#tail = bytes.subarray(whole)
  }

  /** The whole, once git has ended. A part that was cut off is none. */
  end(): Patch {
    this.#open.push(this.#tail)
    if (!this.#isCut) this.#close()
    this.#leaveOut()
    return { list: this.#list ?? NOTHING, parts: this.#parts.map(({ bytes }) => bytes), isCut: this.#isCut }
  }

  #close(): void {
    // A copy, so that no small part keeps the large piece that it came in.
    const bytes = Buffer.concat(this.#open)
    this.#open = []
    if (this.#list === undefined) this.#list = bytes
    else this.#add(bytes)
  }

  #add(bytes: Buffer): void {
    const from = bytes.indexOf(FIRST_HUNK)
    const size = from < 0 ? 0 : bytes.length - from
    const lines = from < 0 ? 0 : linesIn(bytes, from + 1, this.#bounds.lines)
    this.#parts.push({ bytes, size, lines })
    this.#size += size
    this.#lines += lines
    // Not each time, because the longest have to be looked for.
    if (this.#size > 2 * this.#bounds.bytes || this.#lines > 2 * this.#bounds.lines) this.#leaveOut()
  }

  #leaveOut(): void {
    if (this.#fits()) return
    const kept = this.#parts.filter(({ bytes }) => bytes !== null)
    // Of two that are alike the later one: people read from the top.
    for (const part of kept.toReversed().toSorted(this.#longestFirst)) {
      if (this.#fits()) return
      part.bytes = null
      this.#size -= part.size
      this.#lines -= part.lines
    }
  }

  #fits(): boolean {
    return this.#size <= this.#bounds.bytes && this.#lines <= this.#bounds.lines
  }

  readonly #longestFirst = (one: Part, other: Part) => this.#share(other) - this.#share(one)

  /** How much of what can be shown a part would take. */
  #share({ size, lines }: Part): number {
    return Math.max(size / this.#bounds.bytes, lines / this.#bounds.lines)
  }
}

/** Counted up to where it is too many anyway. */
function linesIn(bytes: Buffer, from: number, most: number): number {
  let lines = 0
  for (let at = bytes.indexOf(LINE_FEED, from); at >= 0 && lines <= most; at = bytes.indexOf(LINE_FEED, at + 1)) lines++
  return lines
}
