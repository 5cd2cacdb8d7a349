import canonicalize from 'canonicalize'
import type { Checkpoint, ReviewTerms } from '../../model/checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import type { Question } from '../ask-gate.ts'
import { termsOf } from '../gate-options.ts'
import { idOf } from './scope.ts'

/**
 * Who decides, and what silence does. How long people have is left out: it counts from when they were asked, and a program that works it
 * out from the day of the week has not changed.
 */
const COMPARED = ['quorum', 'approvers', 'irreversible', 'on_timeout'] as const

/** People were asked under the terms of then, and answer under those: a program that goes on under others would believe what is not so. */
export function refuseOtherTerms({ options, call }: Question, { gate, terms }: Checkpoint): void {
  const now = termsOf(options, gate)
  const other = COMPARED.filter((name) => wordsOf(now, [name]) !== wordsOf(terms, [name]))
  if (other.length === 0) return
  const id = call === null ? '' : idOf(call)
  const [recorded, asked] = [wordsOf(terms, other), wordsOf(now, other)]
  const message = `The program has changed: call ${id} is another one. It was asked with ${recorded}; by now it is asked with ${asked}.`
  throw new AppError('program_changed', [], { message, details: { call: id, recorded, asked } })
}

/** Whoever is named first has no more to say than the others. */
function wordsOf({ approvers, ...terms }: ReviewTerms, names: readonly (typeof COMPARED)[number][]): string {
  const told = { ...terms, approvers: approvers.toSorted() }
  return names.map((name) => `${name} ${canonicalize(told[name])}`).join(', ')
}
