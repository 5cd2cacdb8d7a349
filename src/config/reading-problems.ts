import type { Problem, ProblemCode } from '../model/problem.ts'
import { pointer } from '../model/problems-of.ts'
import { quote } from '../model/quote.ts'
import { MAX_DEPTH } from '../model/refuse-deep.ts'
import { type Path, type Place, type Position, positionsIn } from './locate.ts'

/** More problems than this in one text help nobody, and a hostile text could have a million. */
const MAX_PROBLEMS = 50

interface Where {
  readonly path: Path
  readonly offset: number
}

/** Collects what is wrong with one text, in the words that every format shares. */
export class ReadingProblems {
  readonly list: Problem[] = []
  readonly positionOf: (offset: number) => Position

  readonly #isOneLine: boolean

  constructor(text: string) {
    this.positionOf = positionsIn(text)
    this.#isOneLine = !text.includes('\n')
  }

  /** Where something is, in words. A text of one line is often a line of something longer, in which it is not the first. */
  placeOf(offset: number): string {
    const { line, column } = this.positionOf(offset)
    return this.#isOneLine ? `column ${column}` : `line ${line}, column ${column}`
  }

  /** Whether so much is wrong that looking further is pointless. */
  get full(): boolean {
    return this.list.length >= MAX_PROBLEMS
  }

  add(code: ProblemCode, message: string, { path, offset }: Where): void {
    if (this.full) return
    this.list.push({ code, message, path: pointer(path), ...this.positionOf(offset) })
  }

  tooDeep(offset: number): void {
    this.add('too_deep', `Nesting deeper than ${MAX_DEPTH} levels is refused. Flatten the value.`, { path: [], offset })
  }

  /** What a key must be in every format: written once, well-formed, and not the one that reaches into prototypes. */
  checkKey(key: string, where: Where, earlier: Place | undefined): void {
    if (earlier) this.#duplicate(key, where, earlier)
    if (key === '__proto__') this.add('forbidden_key', 'The key "__proto__" is refused. Remove it.', where)
    this.checkText(key, where)
  }

  checkText(text: string, where: Where): void {
    if (text.isWellFormed()) return
    const message = `The text ${quote(text)} holds half of a surrogate pair, which is no character. Remove it.`
    this.add('bad_encoding', message, where)
  }

  #duplicate(key: string, where: Where, earlier: Place): void {
    const first = this.positionOf(earlier.offset)
    const second = this.positionOf(where.offset)
    const places =
      first.line === second.line
        ? `${this.#isOneLine ? 'in' : `on line ${first.line},`} columns ${first.column} and ${second.column}`
        : `on lines ${first.line} and ${second.line}`
    this.add('duplicate_key', `The key ${quote(key)} is given twice, ${places}. Keep one of them.`, where)
  }
}
