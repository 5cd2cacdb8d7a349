import { AppError } from './errors.ts'
import { findIn } from './find-in.ts'
import { pointer } from './problems-of.ts'
import { quote } from './quote.ts'

/** What is wrong with a text that has half a character, with a few words around it; undefined where it has none. */
export function halfCharacterIn(text: string): string | undefined {
  if (text.isWellFormed()) return undefined
  const at = text.search(/\p{Surrogate}/u)
  const place = quote(text.slice(Math.max(0, at - 20), at + 20))
  return `${place} has half a character (a lone surrogate), which can not be kept. Remove it.`
}

/** Refuses half characters in texts and keys, however deep: written and read again they would be something else. */
export function refuseHalfCharacters(value: unknown, at: string): void {
  const found = findIn(value, halfCharacterOf)
  if (found === undefined) return
  const problem = { code: 'bad_encoding', message: found.what, path: at + pointer(found.path) } as const
  throw new AppError('invalid_input', [problem])
}

function halfCharacterOf(part: unknown): string | undefined {
  if (typeof part === 'string') return halfCharacterIn(part)
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return undefined
  const key = Object.keys(part).find((one) => !one.isWellFormed())
  return key === undefined ? undefined : halfCharacterIn(key)
}
