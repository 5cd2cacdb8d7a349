import { pointer } from '../../model/problems-of.ts'
import { quote } from '../../model/quote.ts'
import { type Check, type Place, wrong } from './check.ts'
import { isObject, own, type Part } from './part.ts'

/** What an object is held to. Its own keys alone count: every object has a `toString` from its kind. */
export const OBJECT_CHECKS = {
  *required(given: readonly string[], { value, path }) {
    if (!isObject(value)) return
    for (const name of given) {
      if (!Object.hasOwn(value, name))
        yield* wrong('missing_key', `The key ${quote(name)} is missing.`, below(name, { value, path }))
    }
  },
  *properties(given: Readonly<Record<string, Part>>, { value, path }, { held }) {
    if (!isObject(value)) return
    for (const [name, part] of Object.entries(given)) {
      if (Object.hasOwn(value, name)) yield* held(part, below(name, { value, path }))
    }
  },
  *additionalProperties(given: Part, { value, path }, { words, held }) {
    if (!isObject(value)) return
    const named = isObject(words['properties']) ? words['properties'] : {}
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(named, name)) continue
      const place = below(name, { value, path })
      if (given === false) yield* wrong('unknown_key', `The key ${quote(name)} is not known here.`, place)
      else yield* held(given, place)
    }
  },
  *propertyNames(given: Part, { value, path }, { held }) {
    if (!isObject(value)) return
    for (const name of Object.keys(value)) {
      for (const { message } of held(given, { value: name, path })) {
        yield* wrong('unknown_key', `The key ${quote(name)} is not taken: ${message}`, below(name, { value, path }))
        break
      }
    }
  },
  *minProperties(given: number, place) {
    if (isObject(place.value) && Object.keys(place.value).length < given)
      yield* wrong('invalid_value', `There are too few keys: at least ${given}.`, place)
  },
  *maxProperties(given: number, place) {
    if (isObject(place.value) && Object.keys(place.value).length > given)
      yield* wrong('invalid_value', `There are too many keys: at most ${given}.`, place)
  },
} satisfies Record<string, Check>

function below(name: string, { value, path }: Place): Place {
  return { value: isObject(value) ? own(value, name) : undefined, path: path + pointer([name]) }
}
