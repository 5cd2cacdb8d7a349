import type { DiffLine, Hunk } from './diff.ts'
import type { Lines } from './lines.ts'

const HEAD = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/
const KINDS: Readonly<Record<string, DiffLine['kind']>> = { ' ': 'context', '-': 'removed', '+': 'added' }

/** Reads one hunk: as many lines as its head says, whatever they hold. Nothing where a line is not in UTF-8. */
export function readHunk(lines: Lines): Hunk | undefined {
  return new HunkReader(lines).read()
}

class HunkReader {
  readonly #lines: Lines
  readonly #read: DiffLine[] = []
  #old = 0
  #new = 0
  #isText = true

  constructor(lines: Lines) {
    this.#lines = lines
  }

  read(): Hunk | undefined {
    const [, oldStart = '', oldCount = '1', newStart = '', newCount = '1'] = HEAD.exec(this.#lines.peek() ?? '') ?? []
    if (oldStart === '') throw new Error('Git wrote the head of a hunk that can not be read.')
    this.#lines.skip()
    const old = { start: Number(oldStart), count: Number(oldCount) }
    const now = { start: Number(newStart), count: Number(newCount) }
    while (this.#old < old.count || this.#new < now.count) this.#take(old.start, now.start)
    this.#takeUnended()
    return this.#isText ? { old, new: now, lines: this.#read } : undefined
  }

  #take(oldStart: number, newStart: number): void {
    if (this.#takeUnended()) return
    const kind = KINDS[this.#lines.peek()?.[0] ?? '']
    if (kind === undefined) throw new Error('Git wrote fewer lines of a hunk than its head says.')
    const old = kind === 'added' ? {} : { old: oldStart + this.#old++ }
    const now = kind === 'removed' ? {} : { new: newStart + this.#new++ }
    const text = this.#lines.takeRest()
    if (text === undefined) this.#isText = false
    this.#read.push({ kind, text: text ?? '', ...old, ...now })
  }

  /** `\ No newline at end of file` belongs to the line before it. */
  #takeUnended(): boolean {
    const last = this.#read.at(-1)
    if (this.#lines.peek()?.[0] !== '\\' || last === undefined) return false
    this.#read[this.#read.length - 1] = { ...last, unended: true }
    this.#lines.skip()
    return true
  }
}
