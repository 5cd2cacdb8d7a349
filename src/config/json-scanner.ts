import type { Problem } from '../model/problem.ts'
import { quote } from '../model/quote.ts'
import { MAX_DEPTH } from '../model/refuse-deep.ts'
import { type Locate, locator, Place } from './locate.ts'
import { ReadingProblems } from './reading-problems.ts'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/
const WORD = /[^\s,:[\]{}"]*/y
const ESCAPE = /[\\/"bfnrt]|u[\da-fA-F]{4}/y
const VALUE = 'a value (an object, a list, a text in double quotes, a finite number, true, false or null)'

/** Everything wrong with a JSON text, each with its exact place, and where its keys stand. */
export function scanJson(text: string): { readonly problems: readonly Problem[]; readonly locate: Locate } {
  const scanner = new JsonScanner(text)
  scanner.document()
  return { problems: scanner.problems.list, locate: locator(scanner.root, scanner.problems.positionOf) }
}

/** Walks the text once. Every step answers whether to go on: after a syntax error nothing more can be said. */
class JsonScanner {
  readonly problems: ReadingProblems
  readonly root: Place
  readonly #text: string
  readonly #path: (string | number)[] = []
  #at = 0

  constructor(text: string) {
    this.#text = text
    this.problems = new ReadingProblems(text)
    this.#skipSpace()
    this.root = new Place(this.#at)
  }

  document(): void {
    if (!this.#value(this.root)) return
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#expected('the end of the text')
  }

  #value(place: Place): boolean {
    switch (this.#text[this.#at]) {
      case '{':
        return this.#collection('}', () => this.#entry(place))
      case '[':
        return this.#list(place)
      case '"':
        return this.#textValue()
      default:
        return this.#word()
    }
  }

  #collection(end: '}' | ']', member: () => boolean): boolean {
    if (this.#path.length >= MAX_DEPTH) {
      this.problems.tooDeep(this.#at)
      return false
    }
    this.#at += 1
    this.#skipSpace()
    if (this.#eat(end)) return true
    do {
      this.#skipSpace()
      if (!member()) return false
      this.#path.pop()
      this.#skipSpace()
    } while (this.#eat(','))
    return this.#eat(end) || this.#expected(`"," or "${end}"`)
  }

  #list(place: Place): boolean {
    let index = 0
    return this.#collection(']', () => {
      this.#path.push(index)
      index += 1
      return this.#value(place.add(index - 1, this.#at))
    })
  }

  #entry(object: Place): boolean {
    const offset = this.#at
    if (this.#text[offset] !== '"') return this.#expected('a key in double quotes')
    const key = this.#string()
    if (key === undefined) return false

    this.#path.push(key)
    this.problems.checkKey(key, { path: this.#path, offset }, object.child(key))
    this.#skipSpace()
    if (!this.#eat(':')) return this.#expected('":"')
    this.#skipSpace()
    return this.#value(object.add(key, offset))
  }

  #textValue(): boolean {
    const offset = this.#at
    const text = this.#string()
    if (text === undefined) return false
    this.problems.checkText(text, { path: this.#path, offset })
    return true
  }

  #string(): string | undefined {
    const start = this.#at
    this.#at += 1
    while (!this.#eat('"')) {
      const unit = this.#text.charCodeAt(this.#at)
      if (!(unit >= 0x20)) {
        this.#expected('a closing double quote before the end of the line')
        return undefined
      }
      this.#at += 1
      if (unit === 0x5c && !this.#escape()) return undefined
    }
    return String(JSON.parse(this.#text.slice(start, this.#at)))
  }

  #escape(): boolean {
    ESCAPE.lastIndex = this.#at
    const length = ESCAPE.exec(this.#text)?.[0].length
    if (length === undefined) return this.#expected('one of "\\/bfnrt or uXXXX after a backslash')
    this.#at += length
    return true
  }

  #word(): boolean {
    WORD.lastIndex = this.#at
    const word = WORD.exec(this.#text)?.[0] ?? ''
    const isNumber = NUMBER.test(word)
    if (!isNumber && word !== 'true' && word !== 'false' && word !== 'null') return this.#expected(VALUE, word)

    const wrong = isNumber ? whatIsWrong(word) : undefined
    if (wrong !== undefined) this.problems.add('invalid_value', wrong, { path: this.#path, offset: this.#at })
    this.#at += word.length
    return true
  }

  #skipSpace(): void {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? 'end')) this.#at += 1
  }

  #eat(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  #expected(wanted: string, word = ''): false {
    const found = quote(word || (this.#text[this.#at] ?? ''))
    const instead = this.#at >= this.#text.length ? 'the text ends there' : `${found} stands there`
    const message = `Expected ${wanted} at ${this.problems.placeOf(this.#at)}, but ${instead}.`
    this.problems.add('bad_json', message, { path: [], offset: this.#at })
    return false
  }
}

/** A number that would be read as another one: what runs is what was written, to the last digit. */
function whatIsWrong(word: string): string | undefined {
  const read = Number(word)
  if (!Number.isFinite(read)) return `The number ${quote(word)} is too large. Write a finite number.`
  if (Number.isSafeInteger(read) || !/^-?\d+$/.test(word)) return undefined
  if (String(read) === word || BigInt(read) === BigInt(word)) return undefined
  return `The number ${quote(word)} has more digits than JSON carries: it would be read as ${read}. Write it as a text.`
}
