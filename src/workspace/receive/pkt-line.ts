import { AppError } from '../../model/errors.ts'

/** Ends a section of git's protocol. */
export const FLUSH: Uint8Array = Buffer.from('0000')
const LONGEST = 65_520
/** A band has five bytes around it. */
const LONGEST_IN_BAND = LONGEST - 5

/** One line of git's protocol: its length in hex, and its bytes. */
export function pktLine(content: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

/** Bytes on a band: 1 is the answer itself, 2 is shown on the terminal of whoever pushes. */
export function onBand(band: 1 | 2, content: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(content)
  const parts: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += LONGEST_IN_BAND) {
    parts.push(pktLine(Buffer.concat([Buffer.of(band), bytes.subarray(at, at + LONGEST_IN_BAND)])))
  }
  return Buffer.concat(parts)
}

/** Reads lines of git's protocol from a stream, and then the rest as it comes. */
export class PktReader {
  readonly #source: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next line; nothing for a flush, and at the end of the stream. */
  async line(): Promise<Buffer | undefined> {
    if (!(await this.#fill(4))) {
      if (this.#held.length === 0) return undefined
      throw garbled()
    }
    const head = this.#held.toString('latin1', 0, 4)
    const length = /^[0-9a-f]{4}$/i.test(head) ? Number.parseInt(head, 16) : Number.NaN
    if (length === 0) {
      this.#held = this.#held.subarray(4)
      return undefined
    }
    if (!(length >= 4 && length <= LONGEST) || !(await this.#fill(length))) throw garbled()
    const line = this.#held.subarray(4, length)
    this.#held = this.#held.subarray(length)
    return line
  }

  /** Everything after the lines that were read. */
  async *rest(): AsyncGenerator<Uint8Array> {
    const held = this.#held
    this.#held = Buffer.alloc(0)
    if (held.length > 0) yield held
    for (let next = await this.#source.next(); !next.done; next = await this.#source.next()) yield next.value
  }

  /** Reads what is left and forgets it. */
  async drain(): Promise<void> {
    for (let next = await this.#source.next(); !next.done; ) next = await this.#source.next()
  }

  /** Lets go of the stream. */
  async cancel(): Promise<void> {
    await this.#source.return?.()
  }

  async #fill(length: number): Promise<boolean> {
    while (this.#held.length < length) {
      const next = await this.#source.next()
      if (next.done) return false
      this.#held = Buffer.concat([this.#held, next.value])
    }
    return true
  }
}

function garbled(): AppError {
  return new AppError('invalid_input', [], { message: 'The request is not one of git, or was cut off.' })
}
