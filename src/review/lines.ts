const LINE_FEED = 10

/** The lines of some bytes, of which single ones may be no text. */
export class Lines {
  readonly #texts: readonly string[]
  /** Lines that are not in UTF-8. */
  readonly #odd: ReadonlySet<number>
  #at = 0

  constructor(bytes: Uint8Array) {
    const whole = decode(bytes)
    const texts = whole === undefined ? undefined : whole.split('\n')
    const lines = texts === undefined ? split(bytes) : []
    this.#texts = withoutEnd(texts ?? lines.map((line) => LAX.decode(line)))
    this.#odd = new Set(lines.flatMap((line, at) => (decode(line) === undefined ? [at] : [])))
  }

  /** The next line without its line feed, for heads, which are plain; nothing at the end. */
  peek(): string | undefined {
    return this.#texts[this.#at]
  }

  /** The next line after its first character, and goes on; nothing where it is not in UTF-8. */
  takeRest(): string | undefined {
    const at = this.#at
    this.#at += 1
    return this.#odd.has(at) ? undefined : this.#texts[at]?.slice(1)
  }

  /** Goes on to the line after the next. */
  skip(): void {
    this.#at += 1
  }
}

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const LAX = new TextDecoder('utf-8', { ignoreBOM: true })

function decode(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes)
  } catch {
    return undefined
  }
}

function split(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = []
  let from = 0
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
    lines.push(bytes.subarray(from, end))
    from = end + 1
  }
  return [...lines, bytes.subarray(from)]
}

/** What follows the last line feed is no line when it is empty. */
function withoutEnd(texts: readonly string[]): readonly string[] {
  return texts.at(-1) === '' ? texts.slice(0, -1) : texts
}
