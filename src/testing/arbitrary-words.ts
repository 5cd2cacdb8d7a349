import fc from 'fast-check'

/** Phases that gates and policies share, so that they often meet; odd names are names like any other. */
export const PHASES = ['strategic', 'tactical', 'build', 'constructor', 'größe', '名 前'] as const

/** Milestones that gates reach and policies stop at. */
export const MILESTONES = ['beta', 'launch', 'toString'] as const

/** Types of checkpoint, known ones and one that only a user knows. */
export const TYPES = [
  'deliverable',
  'design_spec_approval',
  'phase_transition',
  'phase_start',
  'final_output',
  'intermediate_step',
  'intent',
  'context',
  'action',
  'tool_call',
  'legal_review',
  'constructor',
] as const

/** Absent more often than not: most documents name few axes, and a policy that asks for everything hides the rest. */
export function sometimes<Value>(arbitrary: fc.Arbitrary<Value>, absent = 3): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ arbitrary: fc.constant(undefined), weight: absent }, { arbitrary, weight: 1 })
}

/** An object of the parts that are there, without a key for those that are not. */
export function partial(shape: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(shape).map(withoutAbsent)
}

/** One of the words as people and models write it: `low`, `LOW`, `Low`. */
export function anyCase(words: readonly string[]): fc.Arbitrary<string> {
  const spell = [
    (word: string) => word,
    (word: string) => word.toUpperCase(),
    (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  ]
  return fc.tuple(fc.constantFrom(...words), fc.constantFrom(...spell)).map(([word, write]) => write(word))
}

/** A set of few of the members, often none. */
export function someOf<Member>(members: readonly Member[], maxLength = members.length): fc.Arbitrary<Member[]> {
  return fc.subarray([...members], { maxLength: Math.min(maxLength, members.length) })
}

const oddName = fc.oneof(
  fc.constantFrom('hasOwnProperty', '0', ' ', '.', '🙂', 'a\u0301', '\u202Eevil'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).filter((name) => name !== '__proto__'),
)

/** A phase name, mostly one that a policy knows too. */
export const phaseName = fc.oneof(
  { arbitrary: fc.constantFrom(...PHASES), weight: 9 },
  { arbitrary: oddName, weight: 1 },
)

/** A type of checkpoint, mostly one that a policy knows too. */
export const checkpointType = fc.oneof(
  { arbitrary: fc.constantFrom(...TYPES), weight: 9 },
  { arbitrary: oddName, weight: 1 },
)

const HUGE = [Number.MAX_SAFE_INTEGER, 1e300, Number.MAX_VALUE]

/** An amount of at least 0, close to the limits of policies, sometimes huge. */
export const amount = fc.oneof(
  { arbitrary: fc.constantFrom(0, 0.2, 0.5, 0.50000001, 1, 50, 51), weight: 6 },
  { arbitrary: fc.double({ min: 0, max: 100, noNaN: true }), weight: 2 },
  { arbitrary: fc.constantFrom(...HUGE, Number.MIN_VALUE), weight: 1 },
)

/** A count of at least 0, close to the limits of policies, sometimes the largest that can be counted. */
export const count = fc.oneof(
  { arbitrary: fc.constantFrom(0, 1, 2, 3, 19, 20, 49, 50), weight: 12 },
  { arbitrary: fc.constantFrom(Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER), weight: 1 },
)

/** A share from 0 to 1. */
export const share = fc.oneof(
  { arbitrary: fc.constantFrom(0, 0.5, 0.6, 0.75, 1), weight: 3 },
  { arbitrary: fc.double({ min: 0, max: 1, noNaN: true }), weight: 1 },
)

function withoutAbsent(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
