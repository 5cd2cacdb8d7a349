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

/** Some whole lines of input, not yet told apart, so that they can be handed to another thread as they are. */
export interface Block {
  /** Each line with its line break; only the last of all lines may be without. */
  readonly bytes: Buffer
  /** Before them came a line of which nothing was kept, because it was too long. */
  readonly afterTooLarge: boolean
}

/** Cuts chunks of bytes after lines. Keeps no more than one unfinished line, and of that no more than the limit. */
export class BlockCutter {
  #pending: Buffer[] = []
  #length = 0

  /** The lines that this chunk finishes, if it finishes any. */
  push(chunk: Buffer): Block | undefined {
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (end === 0) {
      this.#keep(chunk)
      return undefined
    }
    const block = this.#take(chunk.subarray(0, end))
    this.#keep(chunk.subarray(end))
    return block
  }

  /** The last line, when the input does not end with a line break. */
  end(): Block | undefined {
    return this.#length === 0 ? undefined : this.#take(Buffer.of())
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#length += bytes.length
    if (this.#length <= MAX_LINE_BYTES) this.#pending.push(bytes)
    else this.#pending = []
  }

  #take(rest: Buffer): Block {
    const afterTooLarge = this.#length > MAX_LINE_BYTES
    const bytes = afterTooLarge ? rest.subarray(rest.indexOf(NEWLINE) + 1) : joined([...this.#pending, rest])
    this.#pending = []
    this.#length = 0
    return { bytes, afterTooLarge }
  }
}

/** Cuts chunks of bytes into lines. */
export class LineCutter {
  readonly #blocks = new BlockCutter()

  /** The lines that this chunk finishes. */
  push(chunk: Buffer): readonly Line[] {
    return linesOf(this.#blocks.push(chunk))
  }

  /** The last line, when the input does not end with a line break. */
  end(): readonly Line[] {
    return linesOf(this.#blocks.end())
  }
}

const TOO_LARGE: Line = { fault: 'too_large' }

/** The lines of a block, in their order. */
export function linesOf(block: Block | undefined): readonly Line[] {
  if (block === undefined) return []
  const lines = wholeLines(block.bytes)
  return block.afterTooLarge ? [TOO_LARGE, ...lines] : lines
}

/** Most blocks are short and valid as a whole, so that they are checked and decoded at once. */
function wholeLines(bytes: Buffer): readonly Line[] {
  if (bytes.length > MAX_LINE_BYTES || !isUtf8(bytes)) return lineByLine(bytes)
  const lines = bytes.toString('utf8').split('\n')
  // Behind the last line break nothing begins.
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function lineByLine(bytes: Buffer): readonly Line[] {
  const lines: Line[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, from)
    const to = end === -1 ? bytes.length : end
    lines.push(decode(bytes.subarray(from, to)))
    from = to + 1
  }
  return lines
}

function decode(bytes: Buffer): Line {
  if (bytes.length > MAX_LINE_BYTES) return TOO_LARGE
  return isUtf8(bytes) ? bytes.toString('utf8') : { fault: 'bad_encoding' }
}

function joined(parts: readonly Buffer[]): Buffer {
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
}
