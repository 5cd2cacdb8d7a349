import { isUtf8 } from 'node:buffer'
import type { Problem } from '../model/problem.ts'

/** No request comes near this length; a longer line is refused unread, so that memory stays flat. */
export const MAX_LINE_BYTES = 1024 * 1024

/** Why a line could not be read. */
type LineFault = 'too_large' | 'bad_encoding'

/** One line of input, or why it could not be read. */
export type Line = string | { readonly fault: LineFault }

/** What is told of a line that could not be read. */
export const LINE_FAULTS: Readonly<Record<LineFault, Problem>> = {
  too_large: { code: 'too_large', message: `The line is longer than ${MAX_LINE_BYTES} bytes.`, path: '' },
  bad_encoding: { code: 'bad_encoding', message: 'The line is not valid UTF-8.', path: '' },
}

const NEWLINE = 0x0a

/** Cuts chunks of bytes into lines. Keeps no more than one unfinished line, and of that no more than the limit. */
export class LineCutter {
  #pending: Buffer[] = []
  #length = 0

  /** The lines that this chunk finishes. */
  push(chunk: Buffer): readonly Line[] {
    const first = chunk.indexOf(NEWLINE)
    if (first === -1) {
      this.#keep(chunk)
      return []
    }
    this.#keep(chunk.subarray(0, first))
    const finished = this.#take()
    const last = chunk.lastIndexOf(NEWLINE)
    this.#keep(chunk.subarray(last + 1))
    return last === first ? [finished] : [finished, ...wholeLines(chunk.subarray(first + 1, last))]
  }

  /** The last line, when the input does not end with a line break. */
  end(): readonly Line[] {
    return this.#length === 0 ? [] : [this.#take()]
  }

  #keep(bytes: Buffer): void {
    this.#length += bytes.length
    if (this.#length <= MAX_LINE_BYTES) this.#pending.push(bytes)
    else this.#pending = []
  }

  #take(): Line {
    const line = this.#length > MAX_LINE_BYTES ? TOO_LARGE : decode(Buffer.concat(this.#pending))
    this.#pending = []
    this.#length = 0
    return line
  }
}

const TOO_LARGE: Line = { fault: 'too_large' }

/** Most chunks are valid as a whole, so that they are checked and decoded at once. A chunk is shorter than the limit. */
function wholeLines(bytes: Buffer): readonly Line[] {
  if (isUtf8(bytes)) return bytes.toString('utf8').split('\n')
  const lines: Line[] = []
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, from)
    const to = end === -1 ? bytes.length : end
    lines.push(decode(bytes.subarray(from, to)))
    from = to + 1
  }
  return lines
}

function decode(bytes: Buffer): Line {
  return isUtf8(bytes) ? bytes.toString('utf8') : { fault: 'bad_encoding' }
}
