import type { LogEvent } from '../data/use-job.ts'

/** What an entry of the log holds, of which nothing is known before it is looked at. */
export type Data = Readonly<Record<string, unknown>>

/** What an entry of the log holds. */
export function dataOf({ data }: LogEvent): Data {
  return record(data)
}

/** A value by its members; anything else has none. */
export function record(value: unknown): Data {
  return typeof value === 'object' && value !== null ? (value as Data) : {}
}
