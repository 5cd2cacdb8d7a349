import type { Lease } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'

/** A lease as it is stored: times in milliseconds, and how long it was asked for. */
export interface StoredLease extends Omit<Lease, 'until'> {
  readonly until: number
  readonly length: number
}

/** Who asks for a lease, when, and the epoch it gets if it changes hands. */
export interface LeaseRequest {
  readonly name: string
  readonly holder: string
  readonly length: number
  readonly now: number
  readonly epoch: number
}

/** What is to be stored, and whether whoever asked has the lease now. */
export function takeLease(held: StoredLease | undefined, asked: LeaseRequest): { lease: StoredLease; taken: boolean } {
  const { name, holder, length, now, epoch } = asked
  const mine = { name, holder, length, until: now + length }
  if (held?.holder === holder) return { lease: { ...mine, epoch: held.epoch }, taken: true }
  if (held === undefined || held.until <= now) return { lease: { ...mine, epoch }, taken: true }

  // After the clock has stepped back a lease would hold for hours; it never reaches further than it was long.
  return { lease: { ...held, until: Math.min(held.until, now + held.length) }, taken: false }
}

/** The length of a lease in milliseconds. */
export function leaseLength(seconds: number): number {
  if (seconds > 0 && seconds <= 24 * 3600) return Math.ceil(seconds * 1000)
  throw new AppError('invalid_input', [], { message: 'A lease lasts more than 0 seconds and at most a day.' })
}

/** A stored lease as callers see it. */
export function leaseOf({ name, holder, epoch, until }: StoredLease): Lease {
  return { name, holder, epoch, until: new Date(until).toISOString() }
}
