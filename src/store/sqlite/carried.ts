import type Database from 'better-sqlite3'

/** Fields of a row by their names. */
export type Fields = Readonly<Record<string, unknown>>

/** The fields of a row that were apart, and how many characters they take. */
export interface Read {
  readonly fields: Fields
  readonly size: number
}

/** No JSON begins with it. */
const MARK = '@'

/** What stands in the place of fields that an event has whole: the event, and where in its data. */
export function carriedAt(seq: number, field: string): string {
  return `${MARK}${seq}/${field}`
}

/** Reads the fields of a row that are kept apart, from where they really stand. */
export class Carried {
  readonly #data: Database.Statement<unknown[], string>

  constructor(db: Database.Database) {
    this.#data = db.prepare<unknown[], string>('SELECT data FROM events WHERE seq = ?').pluck()
  }

  read(apart: string): Read {
    if (!apart.startsWith(MARK)) return { fields: JSON.parse(apart), size: apart.length }
    const [seq, field = ''] = apart.slice(MARK.length).split('/')
    const data = this.#data.get(Number(seq))
    if (data === undefined) throw new Error(`There is no event ${seq}.`)
    return { fields: fieldsIn(data, field), size: data.length }
  }
}

/** The fields that stand in the data of an event. */
export function fieldsIn(data: string, field: string): Fields {
  const fields = JSON.parse(data)[field]
  if (typeof fields !== 'object' || fields === null) throw new Error(`The event has no ${field}.`)
  return fields
}
