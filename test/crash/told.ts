import { hash } from 'node:crypto'
import { writeSync } from 'node:fs'
import type { NewEvent } from '../../src/engine/ports.ts'
import type { Point } from './points.ts'
import type { Outcome } from './program.ts'

/** What a process says before it goes on; after it was ended this is all that anybody knows of it. */
export type Told =
  | { readonly told: 'begun' }
  | { readonly told: 'appended'; readonly last: number; readonly events: readonly string[] }
  | { readonly told: 'effect_ended'; readonly id: string }
  | { readonly told: 'outcome'; readonly outcome: Outcome }
  | { readonly told: 'passed'; readonly counts: Readonly<Partial<Record<Point, number>>> }
  | { readonly told: 'stopped' }

export type Tell = (line: Told) => void

const STANDARD_OUTPUT = 1

/** Says it through the pipe, whole, before anything else happens in this process. */
export function tellParent(line: Told): void {
  let rest = Buffer.from(`${JSON.stringify(line)}\n`)
  while (rest.length > 0) rest = rest.subarray(writeSome(rest))
}

function writeSome(bytes: Buffer): number {
  try {
    return writeSync(STANDARD_OUTPUT, bytes)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0
    throw error
  }
}

/** The parts of an event that the log has to hold for ever. */
export interface Signed {
  readonly tenant: string
  readonly job: string | null
  readonly checkpoint: string | null
  readonly type: string
  readonly at: string
  /** JSON. */
  readonly actor: string
  /** JSON. */
  readonly data: string
}

/** A short name for exactly this event. */
export function nameOf({ tenant, job, checkpoint, type, at, actor, data }: Signed): string {
  return hash('sha256', JSON.stringify([tenant, job, checkpoint, type, at, actor, data])).slice(0, 32)
}

/** The same for an event on its way into the log. */
export function nameOfNew(event: NewEvent): string {
  return nameOf({ ...event, actor: JSON.stringify(event.actor), data: JSON.stringify(event.data) })
}
