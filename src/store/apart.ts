import type { Table, Tables } from '../engine/ports.ts'
import type { TableShape } from './table-shape.ts'

type Row = Tables[Table]

/** What of a row is kept together, and what apart. */
export interface Halves {
  readonly body: string
  /** Null when a row has nothing apart, or when all of it is kept already as it is. */
  readonly apart: string | null
}

type Fields = Readonly<Record<string, unknown>>

interface Splitting {
  readonly isNew: boolean
  /** All of it stands in an event of the same write. */
  readonly isCarried?: boolean
  readonly json: (value: unknown) => string
}

interface Place {
  readonly shape: TableShape
  readonly id: string
}

/**
 * Keeps the large fields of a row apart. It remembers which objects came out of its own store: what a command passes on
 * untouched is there already and is not written again.
 */
export class Apart {
  readonly #places = new WeakMap<object, string>()

  /** Turns a row into its two texts. A new row has everything to write. */
  split({ shape, id }: Place, row: Row, { isNew, isCarried = false, json }: Splitting): Halves {
    const { seldom } = shape
    const together: Record<string, unknown> = { ...row }
    const apart: Record<string, unknown> = {}
    // No text is made of what is undefined. An object from which fields were deleted would be slow to turn into text,
    for (const field of seldom) {
      apart[field] = together[field]
      together[field] = undefined
    }
    // and so would one with a frozen list in it.
    for (const field of Object.keys(together)) {
      const value = together[field]
      if (Array.isArray(value)) together[field] = value.slice()
    }
    const isThere = seldom.length === 0 || isCarried || (!isNew && this.#isKept({ shape, id }, apart))
    return { body: json(together), apart: isThere ? null : json(apart) }
  }

  /** Puts a row together again, with the fields that were apart. */
  join<Of extends Row>({ shape, id }: Place, body: string, fields: Fields | null): Of {
    const row = JSON.parse(body)
    if (fields === null) return row
    for (const field of shape.seldom) {
      const value = fields[field]
      if (typeof value === 'object' && value !== null) this.#places.set(value, placeOf({ shape, id }))
      row[field] = value
    }
    return row
  }

  #isKept({ shape, id }: Place, apart: Fields): boolean {
    const place = placeOf({ shape, id })
    return shape.seldom.every((field) => {
      const value = apart[field]
      return typeof value === 'object' && value !== null && this.#places.get(value) === place
    })
  }
}

function placeOf({ shape, id }: Place): string {
  return `${shape.name}/${id}`
}
