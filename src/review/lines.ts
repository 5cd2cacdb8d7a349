const LINE_FEED = 10

/** Goes through bytes line by line without making a text of all of them. */
export class Lines {
  readonly #bytes: Uint8Array
  readonly #strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  readonly #lax = new TextDecoder('utf-8', { ignoreBOM: true })
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The next line without its line feed, for heads, which are plain; nothing at the end. */
  peek(): string | undefined {
    return this.#at >= this.#bytes.length ? undefined : this.#lax.decode(this.#line())
  }

  /** The first byte of the next line as a character. */
  first(): string | undefined {
    const byte = this.#bytes[this.#at]
    return byte === undefined ? undefined : String.fromCharCode(byte)
  }

  /** The next line after its first character, and goes on; nothing where it is not in UTF-8. */
  takeRest(): string | undefined {
    const line = this.#line().subarray(1)
    this.skip()
    try {
      return this.#strict.decode(line)
    } catch {
      return undefined
    }
  }

  /** Goes on to the line after the next. */
  skip(): void {
    this.#at = this.#end() + 1
  }

  #line(): Uint8Array {
    return this.#bytes.subarray(this.#at, this.#end())
  }

  #end(): number {
    const end = this.#bytes.indexOf(LINE_FEED, this.#at)
    return end < 0 ? this.#bytes.length : end
  }
}
