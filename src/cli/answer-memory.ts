/** Longer lines are hardly sent twice, and would push out many short ones. */
const MAX_LINE = 2048
const MAX_ENTRIES = 4096
/** The text of all lines and answers that are kept. */
const MAX_TEXT = 8 * 1024 * 1024
/** Room for the marks of lines that came once; a power of two. */
const MARKS = 1 << 15

/** A line with what was answered to it. */
interface Kept {
  readonly line: string
  readonly answer: string
}

/**
 * Remembers the answers to lines that come again. The same line is answered the same way for ever, since an answer depends on
 * nothing else. A line is remembered when it comes the second time: most never do, and keeping each would cost more than it spares.
 * Lines are found by a mark of our own: a map by the lines themselves would have each hashed once more.
 */
export class AnswerMemory {
  readonly #answers = new Map<number, Kept>()
  readonly #marks = new Int32Array(MARKS)
  #length = 0

  /** What was answered to this line. */
  recall(line: string, mark: number): string | undefined {
    const kept = this.#answers.get(mark)
    return kept?.line === line ? kept.answer : undefined
  }

  /** Takes notice of an answer. */
  note(line: string, mark: number, answer: string): void {
    if (line.length > MAX_LINE || this.#isNew(mark)) return
    const length = line.length + answer.length
    if (this.#answers.size >= MAX_ENTRIES || this.#length + length > MAX_TEXT) {
      this.#answers.clear()
      this.#length = 0
    }
    this.#answers.set(mark, { line: ownText(line), answer: ownText(answer) })
    this.#length += length
  }

  #isNew(mark: number): boolean {
    const place = (mark ^ (mark >>> 15)) & (MARKS - 1)
    if (this.#marks[place] === mark) return false
    this.#marks[place] = mark
    return true
  }
}

/** A number by which a line is found. Two lines may share one: then the later is remembered a little early, in place of the other. */
export function markOf(line: string): number {
  let mark = 1
  for (let at = 0; at < line.length; at += 1) mark = Math.imul(mark, 31) + line.charCodeAt(at)
  // Without its highest bits it is a small integer to the engine, which needs no memory of its own.
  return (mark ^ (mark >>> 13)) & 0x3fffffff
}

/** A text of its own: one that was cut from another would keep all of that in memory. */
function ownText(text: string): string {
  return Buffer.from(text).toString()
}
