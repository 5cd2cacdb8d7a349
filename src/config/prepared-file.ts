import { join } from 'node:path'
import type { Locate } from './locate.ts'
import type { Source } from './read-source.ts'

/** A file of the product that was read and checked before it was published: what it says, and where each part of it stands. */
export interface PreparedFile<Value> {
  readonly value: Value
  /** By JSON pointer; the whole file is the empty one. */
  readonly places: Readonly<Record<string, readonly [line: number, column: number]>>
}

/** The file as if it had been read just now. */
export function preparedSource(folder: string, name: string, { value, places }: PreparedFile<unknown>): Source {
  return { path: join(folder, `${name}.yaml`), value, warnings: [], locate: locatorOf(places) }
}

/** Finds the position of a pointer, or of its nearest ancestor that exists. */
function locatorOf(places: PreparedFile<unknown>['places']): Locate {
  return (pointer) => {
    let at = pointer
    while (places[at] === undefined && at !== '') at = at.slice(0, at.lastIndexOf('/'))
    const [line, column] = places[at] ?? [1, 1]
    return { line, column }
  }
}
