import { AppError } from './errors.ts'
import { findIn } from './find-in.ts'
import { pointer } from './problems-of.ts'

const KEY = '$secret'

/** The name of the secret that an object refers to, `{"$secret": "NAME"}`; undefined for any other object. */
export function referenceIn(part: object): string | undefined {
  const entries = Object.entries(part)
  const [first] = entries
  const isAlone = entries.length === 1 && first?.[0] === KEY
  return isAlone && typeof first[1] === 'string' && first[1] !== '' ? first[1] : undefined
}

/** Refuses what has the key of a reference and is none: it would be asked about and run as it stands, and the secret would be missing. */
export function refuseMisreferences(value: unknown, at: string): void {
  const found = findIn(value, misreference)
  if (found === undefined) return
  const path = at + pointer(found.path)
  const message = `What stands at ${path} has the key "${KEY}" and is no reference to a secret. Write {"${KEY}": "NAME"}, with a name and nothing beside it.`
  throw new AppError('invalid_input', [{ code: 'invalid_value', message, path }])
}

function misreference(part: unknown): true | undefined {
  const isMeant = typeof part === 'object' && part !== null && !Array.isArray(part) && Object.hasOwn(part, KEY)
  return isMeant && referenceIn(part) === undefined ? true : undefined
}
