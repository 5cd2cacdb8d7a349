import fc from 'fast-check'

/** A line that knows who it is, which no algorithm under test gets to see. */
export interface TaggedLine {
  readonly id: number
  readonly text: string
  /** Lines that it may pass for once they are gone: it was written later, with the same text. */
  readonly heirOf: ReadonlySet<number>
}

/** One edit, in numbers that mean something for a document of any length. */
export interface Edit {
  readonly kind: 'insert' | 'delete' | 'change' | 'move' | 'duplicate'
  readonly at: number
  readonly to: number
  readonly length: number
  /** For each inserted line, which common text it has; beyond the list, one that nobody else has. */
  readonly texts: readonly number[]
}

/** What stands in every file again and again. */
const COMMON = ['', '', '}', '    }', '  })', '  return', 'import x', '---']

/** A document and some pushes of some edits each. */
export const arbitraryHistory = fc.record({
  start: fc.array(fc.nat(COMMON.length * 3), { minLength: 1, maxLength: 50 }),
  pushes: fc.array(
    fc.record({
      renames: fc.boolean(),
      edits: fc.array(
        fc.record<Edit>({
          kind: fc.constantFrom('insert', 'delete', 'change', 'move', 'duplicate'),
          at: fc.nat(1000),
          to: fc.nat(1000),
          length: fc.integer({ min: 1, max: 5 }),
          texts: fc.array(fc.nat(COMMON.length * 2), { minLength: 1, maxLength: 4 }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  first: fc.nat(1000),
  length: fc.integer({ min: 1, max: 3 }),
})

/** A document whose lines keep who they are while it is edited. */
export class TaggedDocument {
  readonly lines: readonly TaggedLine[]
  /** Every line that ever was, by its text. */
  readonly #past: ReadonlyMap<string, ReadonlySet<number>>
  readonly #next: number

  constructor(lines: readonly TaggedLine[], past: ReadonlyMap<string, ReadonlySet<number>>, next: number) {
    this.lines = lines
    this.#past = past
    this.#next = next
  }

  static of(texts: readonly number[]): TaggedDocument {
    return new TaggedDocument([], new Map(), 1).#insert(
      0,
      texts.map((which, at) => COMMON[which] ?? `first line ${at}`),
    )
  }

  get text(): string {
    return this.lines.map(({ text }) => `${text}\n`).join('')
  }

  /** The document after an edit. */
  after(edit: Edit): TaggedDocument {
    const size = this.lines.length
    const at = edit.at % (size + 1)
    const block = this.lines.slice(at, at + edit.length)
    if (edit.kind === 'insert') return this.#insert(at, this.#texts(edit))
    if (edit.kind === 'delete') return this.#without(at, edit.length)
    if (edit.kind === 'change')
      return this.#without(at, 1).#insert(Math.min(at, size - 1 < 0 ? 0 : size - 1), [`changed ${this.#next}`])
    if (edit.kind === 'duplicate')
      return this.#insert(
        edit.to % (size + 1),
        block.map(({ text }) => text),
      )
    const rest = this.#without(at, edit.length)
    const to = edit.to % (rest.lines.length + 1)
    // What has no line that is there only once can not be told from lines deleted here and written there.
    return block.some(({ text }) => this.#count(text) === 1 && text.length > 8)
      ? new TaggedDocument([...rest.lines.slice(0, to), ...block, ...rest.lines.slice(to)], this.#past, this.#next)
      : rest.#insert(
          to,
          block.map(({ text }) => text),
        )
  }

  #texts({ texts }: Edit): readonly string[] {
    return texts.map((which, at) => COMMON[which] ?? `new line ${this.#next}.${at}`)
  }

  #count(text: string): number {
    return this.lines.filter((line) => line.text === text).length
  }

  #without(at: number, length: number): TaggedDocument {
    return new TaggedDocument([...this.lines.slice(0, at), ...this.lines.slice(at + length)], this.#past, this.#next)
  }

  #insert(at: number, texts: readonly string[]): TaggedDocument {
    const past = new Map(this.#past)
    const added = texts.map((text, offset): TaggedLine => {
      const heirOf = past.get(text) ?? new Set()
      past.set(text, new Set([...heirOf, this.#next + offset]))
      return { id: this.#next + offset, text, heirOf }
    })
    return new TaggedDocument(
      [...this.lines.slice(0, at), ...added, ...this.lines.slice(at)],
      past,
      this.#next + texts.length,
    )
  }
}
