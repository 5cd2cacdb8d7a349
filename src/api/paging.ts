import * as z from 'zod'
import { AppError } from '../model/errors.ts'

/** The most rows of one page. */
const MOST_ROWS = 200

/** By what a list is ordered, and an id, which may be one that somebody chose behind the name of their tenant. */
const Place = z.tuple([z.string().max(200), z.string().max(300)])

/** Which part of a list is wanted. `after` is the `next` of the page before. */
export const PAGING = {
  limit: z.int().min(1).max(MOST_ROWS).default(50),
  after: z.string().max(1000).optional(),
  newest_first: z.boolean().default(false),
}

/** Part of a list; `next` begins the next part, and is null at the end. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row).readonly(), next: z.string().nullable() }).readonly()
}

/** Behind which row a list goes on. */
export interface Cursor {
  readonly value: string
  readonly id: string
}

/** A place in a list as callers carry it around: theirs to hand back, not to read. */
export function toCursor(place: Cursor): string
export function toCursor(place: Cursor | null): string | null
export function toCursor(place: Cursor | null): string | null {
  if (place === null) return null
  return btoa(JSON.stringify([place.value, place.id]).replaceAll(/[^\0-\x7f]/g, escaped))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Reads a place back. Throws `invalid_input` for anything that was not made here. */
export function fromCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const read = Place.safeParse(parsed(text))
  if (read.success) return { value: read.data[0], id: read.data[1] }
  const message = 'This is no place in a list. Take the `next` of the page before.'
  throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/after' }])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}
