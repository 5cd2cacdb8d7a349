import { didYouMean } from '../../model/nearest.ts'
import type { Problem } from '../../model/problem.ts'
import { article, show } from '../../model/problems-of.ts'
import { type Check, fits, type Misfits, type Place, type Round, wrong } from './check.ts'
import type { TYPES } from './keywords.ts'
import { isObject, type Part } from './part.ts'
import { isSame } from './same-value.ts'

type Type = (typeof TYPES)[number]

/** What a value of any kind is held to. */
export const WHOLE_CHECKS = {
  *type(given: Type | readonly Type[], place) {
    const types = [given].flat()
    if (types.some((type) => isOf(type, place.value))) return
    const names = types.map((type) => (type === 'integer' ? 'int' : type))
    yield* wrong('invalid_type', `${show(place.value)} is not ${names.map(article).join(' or ')}.`, place)
  },
  *const(given: unknown, place) {
    if (!isSame(given, place.value)) yield* unknown([given], place)
  },
  *enum(given: readonly unknown[], place) {
    if (!given.some((one) => isSame(one, place.value))) yield* unknown(given, place)
  },
  *allOf(given: readonly Part[], place, { held }) {
    for (const part of given) yield* held(part, place)
  },
  *anyOf(given: readonly Part[], place, round) {
    const misread = readings(given, place, round).filter(({ first }) => first !== undefined)
    if (misread.length === given.length) yield* nearest(misread, place)
  },
  *oneOf(given: readonly Part[], place, round) {
    const misread = readings(given, place, round).filter(({ first }) => first !== undefined)
    if (misread.length === given.length) yield* nearest(misread, place)
    if (misread.length < given.length - 1)
      yield* wrong('invalid_value', `${show(place.value)} is several things of which it has to be one.`, place)
  },
  *not(given: Part, place, { held }) {
    if (fits(held(given, place))) yield* wrong('invalid_value', `${show(place.value)} is what it must not be.`, place)
  },
} satisfies Record<string, Check>

function isOf(type: Type, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function unknown(choices: readonly unknown[], place: Place): Misfits {
  const { value } = place
  const near =
    typeof value === 'string'
      ? didYouMean(
          value,
          choices.filter((one) => typeof one === 'string'),
        )
      : ''
  return wrong('invalid_value', `${show(value)} is not known here.${near}`, place)
}

/** One of several readings of a value: what is wrong with it first, and then. */
interface Reading {
  readonly first: Problem | undefined
  readonly rest: Misfits
}

/** Each is begun once and gone on with: begun anew at every level, readings within readings would take for ever. */
function readings(parts: readonly Part[], place: Place, { held }: Round): readonly Reading[] {
  return parts.map((part) => {
    const rest = held(part, place)
    return { first: rest.next().value ?? undefined, rest }
  })
}

/** Of several readings the one that came further than the beginning was meant; where none did, all that was possible is said. */
function* nearest(misread: readonly Reading[], place: Place): Misfits {
  const meant = misread.find(({ first }) => first?.path !== place.path)
  if (meant?.first !== undefined) {
    yield meant.first
    return yield* meant.rest
  }
  const firsts = misread.flatMap(({ first }) => first ?? [])
  const messages = [...new Set(firsts.map(({ message }) => message))].slice(0, MOST_SAID)
  const isType = firsts.every(({ code }) => code === 'invalid_type')
  yield* wrong(isType ? 'invalid_type' : 'invalid_value', messages.join(' '), place)
}

/** More of what a value could have been is not read by anybody. */
const MOST_SAID = 5
