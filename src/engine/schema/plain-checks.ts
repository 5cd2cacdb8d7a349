import { show } from '../../model/problems-of.ts'
import { type Check, type Known, type Place, wrong } from './check.ts'
import { isOfFormat } from './formats.ts'
import { isMultiple } from './is-multiple.ts'

/** What texts and numbers are held to. */
export const PLAIN_CHECKS = {
  *minLength(given: number, place, { known }) {
    if (typeof place.value !== 'string' || lengthOf(place.value, known) >= given) return
    const message = place.value === '' ? 'The text is empty.' : `${show(place.value)} is too short: at least ${given}.`
    yield* wrong('invalid_value', message, place)
  },
  *maxLength(given: number, place, { known }) {
    if (typeof place.value === 'string' && lengthOf(place.value, known) > given)
      yield* wrong('invalid_value', `${show(place.value)} is too long: at most ${given}.`, place)
  },
  *format(given: string, place) {
    if (typeof place.value === 'string' && !isOfFormat(place.value, given)) yield* misshapen(given, place)
  },
  *pattern(given: string, place, { words: { format } }) {
    if (typeof place.value !== 'string' || new RegExp(given, 'u').test(place.value)) return
    yield* misshapen(typeof format === 'string' ? format : given, place)
  },
  *minimum(given: number, place) {
    if (typeof place.value === 'number' && place.value < given)
      yield* wrong('invalid_value', `${place.value} is too small: at least ${given}.`, place)
  },
  *maximum(given: number, place) {
    if (typeof place.value === 'number' && place.value > given)
      yield* wrong('invalid_value', `${place.value} is too great: at most ${given}.`, place)
  },
  *exclusiveMinimum(given: number, place) {
    if (typeof place.value === 'number' && place.value <= given)
      yield* wrong('invalid_value', `${place.value} is too small: more than ${given}.`, place)
  },
  *exclusiveMaximum(given: number, place) {
    if (typeof place.value === 'number' && place.value >= given)
      yield* wrong('invalid_value', `${place.value} is too great: less than ${given}.`, place)
  },
  *multipleOf(given: number, place) {
    if (typeof place.value === 'number' && !isMultiple(place.value, given))
      yield* wrong('invalid_value', `${place.value} is no multiple of ${given}.`, place)
  },
} satisfies Record<string, Check>

function misshapen(form: string, place: Place) {
  return wrong('invalid_value', `${show(place.value)} has not the form ${form}.`, place)
}

/** Counted in whole characters, as JSON Schema does. */
function lengthOf(text: string, { lengths }: Known): number {
  const length = lengths.get(text) ?? [...text].length
  lengths.set(text, length)
  return length
}
