import type { Io } from '../io.ts'
import { jsonText } from '../text/json-text.ts'
import { tellSpelled } from '../text/tell.ts'

/** A secret that was just made, and is kept nowhere. */
export interface NewSecret {
  readonly secret: string
  /** All there is to know of it, the secret included, for whoever asked for JSON. */
  readonly whole: object
  /** What to do with it. */
  readonly next: string
}

/** The secret alone goes to standard output, so that it can be sent to a file without being seen. */
export function showSecret({ secret, whole, next }: NewSecret, json: boolean | undefined, io: Io): void {
  io.stdout.write(json === true ? `${jsonText(whole)}\n` : `${secret}\n`)
  if (json !== true) tellSpelled(io.stderr, next, io)
}
