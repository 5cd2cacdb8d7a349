/** Where a text stops being JSON: the line and the column of the first character that can not stand there, counted from 1. */
export function jsonFault(text: string): { readonly line: number; readonly column: number } {
  const before = text.slice(0, endOfSense(text)).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** The same as a sentence. */
export function faultText(text: string): string {
  const { line, column } = jsonFault(text)
  return `This is not JSON yet: line ${line}, column ${column}.`
}

const DEEPEST = 500
const SPACE = /[ \t\r\n]*/y
const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** What browsers say of a fault differs, and some leave out where it is; so it is looked for here. */
function endOfSense(text: string): number {
  const reader = new Reader(text)
  if (reader.value()) reader.space()
  return reader.at
}

class Reader {
  at = 0
  #depth = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  space(): void {
    this.#take(SPACE)
  }

  /** Reads one value; false where it breaks off, with `at` on the first character that does not fit. */
  value(): boolean {
    this.space()
    // Deeper than this nobody writes, and the stack ends somewhere.
    if (this.#depth > DEEPEST) return false
    if (this.#is('{')) return this.#members('}', () => this.#member())
    if (this.#is('[')) return this.#members(']', () => this.value())
    return this.#string() || this.#take(PLAIN)
  }

  #member(): boolean {
    this.space()
    if (!this.#string()) return false
    this.space()
    return this.#is(':') && this.value()
  }

  #members(end: string, one: () => boolean): boolean {
    this.space()
    if (this.#is(end)) return true
    this.#depth += 1
    do {
      if (!one()) return false
      this.space()
    } while (this.#is(','))
    this.#depth -= 1
    return this.#is(end)
  }

  #string(): boolean {
    return this.#text[this.at] === '"' && this.#take(STRING) && this.#is('"')
  }

  #is(sign: string): boolean {
    if (this.#text[this.at] !== sign) return false
    this.at += 1
    return true
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)
    if (found === null) return false
    this.at += found[0].length
    return true
  }
}
