import type { Job } from '../model/job.ts'
import type { EventType } from './event.ts'
import type { AnyRow, Brief, Look, NewEvent, RowChange, Table } from './ports.ts'

/** An event of one kind. */
type Of<Type extends EventType> = Extract<NewEvent, { readonly type: Type }>

/** What events of one kind make of the rows. */
export type ApplyTo<Type extends EventType> = (look: Look, event: Of<Type>) => readonly RowChange[]

/** A row as it is from now on. */
export function put<Name extends Table>(table: Name, id: string, row: Brief<Name>): RowChange {
  return { table, id, row: row as AnyRow }
}

/** The job that an event is about. */
export function jobOf(look: Look, event: NewEvent): Job {
  return there(look, 'jobs', idOf(event.job))
}

/** A row that has to be there. */
export function there<Name extends Table>(look: Look, table: Name, id: string): Brief<Name> {
  const row = look(table, id)
  if (row === undefined) throw new Error(`An event changes ${table} ${id}, which its command did not read.`)
  return row
}

/** The id that an event names. */
export function idOf(id: string | null): string {
  if (id === null) throw new Error('An event that changes a row has to name it.')
  return id
}
