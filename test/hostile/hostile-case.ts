import type { ErrorCode } from '../../src/model/errors.ts'
import type { HostileHouse } from './hostile-house.ts'
import type { Bytes, Written } from './raw-request.ts'

/** What has to come back: a status, and the code of the one table; null where HTTP itself refuses, or where all is well. */
export type Expected = readonly [status: number, code: ErrorCode | 'ready' | 'resync' | null]

/** One request that nobody should send, and its exact answer. */
export interface HostileCase {
  readonly name: string
  readonly send: Written | { readonly bytes: Bytes }
  readonly expected: Expected
}

/** A family of cases, which may be about what is in the house. */
export type Family = (house: HostileHouse) => readonly HostileCase[]

export const INVALID: Expected = [422, 'invalid_input']
export const NOT_FOUND: Expected = [404, 'not_found']
export const NOT_SIGNED_IN: Expected = [401, 'not_signed_in']
export const BAD_HTTP: Expected = [400, null]
export const FINE: Expected = [200, null]

/** Headers of somebody who sends JSON. */
export function asJson(token: string): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
}
