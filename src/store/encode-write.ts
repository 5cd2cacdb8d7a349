import type { Effect, NewEvent, RowWrite, Searchable, Seen, Write } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import type { Apart, Halves } from './apart.ts'
import type { NewEntry } from './chain.ts'
import { SHAPES, type TableShape } from './table-shape.ts'

/** A row as text, with the values it is searched by. */
export interface EncodedRow extends Seen, Halves {
  readonly shape: TableShape
  readonly columns: readonly Searchable[]
  /** The event of the same write that has the whole row, where a store asked for it. */
  readonly carrier: Carrier | undefined
}

/** A row as a part of an event. */
export interface Carrier {
  /** Which of the write's events. */
  readonly event: number
  readonly field: string
}

/** An effect as text. */
export interface EncodedEffect extends Pick<Effect, 'id' | 'kind' | 'tenant'> {
  readonly body: string
}

/** A write of which everything has been checked and turned into text, so that nothing can fail half-way. */
export interface EncodedWrite {
  /** Rows that were looked at and are not written. */
  readonly seen: readonly Seen[]
  readonly rows: readonly EncodedRow[]
  readonly events: readonly NewEntry[]
  readonly effects: readonly EncodedEffect[]
}

const MAX_LENGTH = 32 * 1024 * 1024

/** Throws `invalid_input` for whatever can not be stored as it is. */
export function encodeWrite(write: Write, apart: Apart, { carried = false } = {}): EncodedWrite {
  const events = carried ? write.events : []
  const rows = write.rows.map((row) => encodeRow(row, apart, events))
  const written = writtenBy(rows)
  return {
    seen: write.seen.filter((seen) => isOnlySeen(seen, written)),
    rows,
    events: write.events.map(encodeEvent),
    effects: write.effects.map(encodeEffect),
  }
}

/** What an index asks for is a text without half characters, a finite number, or null. */
export function isSearchable(value: unknown): value is Searchable {
  return value === null || (typeof value === 'string' ? value.isWellFormed() : Number.isFinite(value))
}

function encodeRow({ table, id, version, row }: RowWrite, apart: Apart, events: readonly NewEvent[]): EncodedRow {
  const shape = SHAPES.get(table)
  if (shape === undefined) throw invalid(`There is no table ${table}.`)
  // Readers keep policies for ever: a policy that changed under its digest would be missed.
  if (table === 'policies' && version > 0) throw invalid('A policy is never changed; another one has another digest.')

  const columns = shape.read.map((read) => read(row as never))
  checkColumns(shape, columns)
  const isNew = version === 0
  const carrier = isNew && shape.seldom.length > 0 ? carrierOf(row, events) : undefined
  const halves = apart.split({ shape, id }, row, { isNew, isCarried: carrier !== undefined, json })
  return { shape, table, id: plain(id), version, columns, carrier, ...halves }
}

function carrierOf(row: RowWrite['row'], events: readonly NewEvent[]): Carrier | undefined {
  for (const [event, { data }] of events.entries()) {
    const field = Object.keys(data).find((name) => (data as Record<string, unknown>)[name] === row)
    if (field !== undefined) return { event, field }
  }
  return undefined
}

function checkColumns({ name, columns: names, indexes }: TableShape, columns: readonly Searchable[]): void {
  for (let at = 0; at < columns.length; at++) {
    if (!isSearchable(columns[at])) throw invalid(`The column ${names[at]} of ${name} holds what can not be searched.`)
  }
  for (const { name: index, columns: of } of indexes) {
    // Null has no place in an order, so paging would skip or repeat such rows.
    const isIn = columns[of[0] as number] !== null
    if (isIn && columns[of.at(-1) as number] === null)
      throw invalid(`A row of ${name}.${index} lacks what it is ordered by.`)
  }
}

function encodeEvent({ tenant, job, checkpoint, type, at, actor, data }: NewEvent): NewEntry {
  return {
    tenant: plain(tenant),
    job: job === null ? null : plain(job),
    checkpoint: checkpoint === null ? null : plain(checkpoint),
    type: plain(type),
    at: plain(at),
    actor: json(actor),
    data: json(data),
  }
}

function encodeEffect({ id, kind, tenant, body }: Effect): EncodedEffect {
  return { id: plain(id), kind, tenant: plain(tenant), body: json(body) }
}

/** Text with half a character would come back from the disk as something else. */
function plain<Text extends string>(text: Text): Text {
  if (typeof text !== 'string' || !text.isWellFormed()) throw invalid('An id or a name is not well-formed text.')
  return text
}

function json(value: unknown): string {
  const text = asJson(value)
  if (text === undefined) throw invalid('A value is not JSON.')
  if (text.length > MAX_LENGTH) throw invalid('A value is too large to be stored.')
  return text
}

function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw new AppError('invalid_input', [], { message: 'A value is not JSON.', cause })
  }
}

/** Which versions of which rows a write writes, by id; seldom more than one table has the same id. */
type Written = ReadonlyMap<string, readonly Seen[]>

function writtenBy(rows: readonly EncodedRow[]): Written {
  const written = new Map<string, Seen[]>()
  for (const row of rows) {
    const others = written.get(row.id)
    if (others === undefined) written.set(row.id, [row])
    else if (others.some(({ table }) => table === row.table)) throw invalid('A write names the same row twice.')
    else others.push(row)
  }
  return written
}

function isOnlySeen({ table, id, version }: Seen, written: Written): boolean {
  return !written.get(id)?.some((row) => row.table === table && row.version === version)
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', [], { message })
}
