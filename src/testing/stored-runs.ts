import { inject } from 'vitest'

/** A case that drives a whole store takes as long as this many that only think. */
const AS_LONG_AS = 20

/** How many cases a property over a store gets: so many usually, and its share where somebody asks for many. */
export function storedRuns(usual: number): { readonly numRuns: number } {
  return { numRuns: Math.max(usual, Math.ceil(inject('propertyRuns') / AS_LONG_AS)) }
}
