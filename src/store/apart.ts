import type { AnyRow } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import type { TableShape } from './table-shape.ts'

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

/** Fields that came out of a store together. */
interface Given extends Place {
  readonly fields: readonly unknown[]
}

/**
 * Keeps the large fields of a row apart. It remembers which objects came out of its own store: what a command passes on
 * untouched is there already and is not written again.
 */
export class Apart {
  /** By the first of the fields: one look finds what came with it. */
  readonly #given = new WeakMap<object, Given>()

  /** Turns a row into its two texts. A new row has everything to write, one in brief leaves what is apart as it is. */
  split({ shape, id }: Place, row: AnyRow, { isNew, isCarried = false, json }: Splitting): Halves {
    const { seldom } = shape
    const isBrief = seldom.length > 0 && isInBrief({ shape, id }, row as unknown as Fields, isNew)
    const together: Record<string, unknown> = { ...row }
    // No text is made of what is undefined. An object from which fields were deleted would be slow to turn into text,
    for (const field of seldom) together[field] = undefined
    // and so would one with a frozen list in it.
    for (const field of Object.keys(together)) {
      const value = together[field]
      if (Array.isArray(value)) together[field] = value.slice()
    }
    const isThere =
      seldom.length === 0 || isBrief || isCarried || (!isNew && this.#isKept({ shape, id }, row as unknown as Fields))
    return { body: json(together), apart: isThere ? null : json(only(seldom, row as unknown as Fields)) }
  }

  /** Puts a row together again, with the fields that were apart; without them it is the row in brief. */
  join<Of>(place: Place, body: string, fields: Fields | null): Of {
    const row = JSON.parse(body)
    if (fields === null) return row
    for (const field of place.shape.seldom) row[field] = fields[field]
    return this.given(place, row)
  }

  /** A row that was read whole. */
  given<Of>({ shape, id }: Place, row: Of): Of {
    const fields = valuesOf(shape, row as unknown as Fields)
    if (isObject(fields[0])) this.#given.set(fields[0], { shape, id, fields })
    return row
  }

  #isKept({ shape, id }: Place, row: Fields): boolean {
    const fields = valuesOf(shape, row)
    const given = isObject(fields[0]) ? this.#given.get(fields[0]) : undefined
    if (given === undefined || given.shape !== shape || given.id !== id) return false
    return fields.every((value, at) => isObject(value) && value === given.fields[at])
  }
}

/** Half of what is apart would be taken for all of it. */
function isInBrief({ shape, id }: Place, row: Fields, isNew: boolean): boolean {
  const missing = shape.seldom.filter((field) => row[field] === undefined)
  if (missing.length === 0) return false
  if (!isNew && missing.length === shape.seldom.length) return true
  const message = `Row ${id} of ${shape.name} comes without ${missing.join(', ')}.`
  throw new AppError('invalid_input', [], { message })
}

function valuesOf({ seldom }: TableShape, row: Fields): readonly unknown[] {
  return seldom.map((field) => row[field])
}

function only(names: readonly string[], row: Fields): Fields {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
