/** Longer lines are hardly sent twice, and would push out many short ones. */
const MAX_LINE = 2048
const MAX_ENTRIES = 4096
/** The text of all lines and answers that are kept. */
const MAX_TEXT = 8 * 1024 * 1024
/** Room for the marks of lines that came once; a power of two. */
const MARKS = 1 << 15

/**
 * Remembers the answers to lines that come again. The same line is answered the same way for ever, since an answer depends on
 * nothing else. A line is remembered when it comes the second time: most never do, and keeping each would cost more than it spares.
 */
export class AnswerMemory {
  readonly #answers = new Map<string, string>()
  readonly #marks = new Int32Array(MARKS)
  #length = 0

  /** What was answered to this line. */
  recall(line: string): string | undefined {
    return this.#answers.get(line)
  }

  /** Takes notice of an answer. */
  note(line: string, answer: string): void {
    if (line.length > MAX_LINE || this.#isNew(line)) return
    const length = line.length + answer.length
    if (this.#answers.size >= MAX_ENTRIES || this.#length + length > MAX_TEXT) {
      this.#answers.clear()
      this.#length = 0
    }
    this.#answers.set(ownText(line), ownText(answer))
    this.#length += length
  }

  /** Two lines may share a mark; then one is remembered a little early. */
  #isNew(line: string): boolean {
    let mark = 1
    for (let at = 0; at < line.length; at += 1) mark = Math.imul(mark, 31) + line.charCodeAt(at)
    const place = (mark ^ (mark >>> 15)) & (MARKS - 1)
    if (this.#marks[place] === (mark | 0)) return false
    this.#marks[place] = mark
    return true
  }
}

/** A text of its own: one that was cut from another would keep all of that in memory. */
function ownText(text: string): string {
  return Buffer.from(text).toString()
}
