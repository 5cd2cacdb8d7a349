import type { Problem } from '../../model/problem.ts'
import type { Known, Misfits, Place, Round } from './check.ts'
import { wrong } from './check.ts'
import { LIST_CHECKS } from './list-checks.ts'
import { OBJECT_CHECKS } from './object-checks.ts'
import { type Part, partAt, type Words } from './part.ts'
import { PLAIN_CHECKS } from './plain-checks.ts'
import { WHOLE_CHECKS } from './whole-checks.ts'

/** Nobody reads more, and a hostile value could have a hundred thousand. */
const MOST_MISFITS = 50

const CHECKS = [...Object.entries({ ...WHOLE_CHECKS, ...OBJECT_CHECKS, ...LIST_CHECKS, ...PLAIN_CHECKS })]

/** What is wrong with a value that is held to a JSON Schema, as its specification of 2020-12 says; the first thing of each place. */
export function misfitsOf(root: Words, value: unknown): readonly Problem[] {
  const known: Known = { lengths: new Map(), repeats: new WeakMap() }
  const found = new Map<string, Problem>()
  for (const problem of held(root, { value, path: '' })) {
    if (!found.has(problem.path)) found.set(problem.path, problem)
    if (found.size === MOST_MISFITS) break
  }
  return [...found.values()]

  function* held(part: Part, place: Place): Misfits {
    if (part === false) yield* wrong('invalid_value', 'Nothing is taken here.', place)
    if (typeof part === 'boolean') return
    if (typeof part['$ref'] === 'string') yield* held(partAt(root, part['$ref']), place)
    const round: Round = { words: part, held, known }
    for (const [name, check] of CHECKS) if (Object.hasOwn(part, name)) yield* check(part[name] as never, place, round)
  }
}
