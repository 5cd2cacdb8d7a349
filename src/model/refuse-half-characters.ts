import { AppError } from './errors.ts'
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
  const found = firstIn(value)
  if (found === undefined) return
  const problem = { code: 'bad_encoding', message: found.message, path: at + pointer(found.path.toReversed()) } as const
  throw new AppError('invalid_input', [problem], { message: found.message })
}

interface Found {
  readonly message: string
  /** From the inside out. */
  readonly path: string[]
}

/** Every question comes by here, and almost none has any, so that a path is made only where one is found. */
function firstIn(value: unknown): Found | undefined {
  if (typeof value === 'string') return halfAt(value)
  if (typeof value !== 'object' || value === null) return undefined
  for (const key of Object.keys(value)) {
    const found = halfAt(key) ?? firstIn((value as Readonly<Record<string, unknown>>)[key])
    if (found === undefined) continue
    found.path.push(key)
    return found
  }
  return undefined
}

function halfAt(text: string): Found | undefined {
  const message = halfCharacterIn(text)
  return message === undefined ? undefined : { message, path: [] }
}
