import { AppError } from './errors.ts'
import type { Problem } from './problem.ts'
import { pointer } from './problems-of.ts'
import { quote } from './quote.ts'
import { MAX_DEPTH } from './refuse-deep.ts'

/**
 * Refuses what a schema would drop without a word or choke on later: the key `__proto__`, half characters, endless nesting.
 * Texts are read strictly before they come here; this is for callers who hand over objects.
 */
export function refuseOdd(input: unknown): void {
  const open: { readonly value: unknown; readonly path: readonly string[] }[] = [{ value: input, path: [] }]
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { value, path } = item
    if (typeof value === 'string' && !value.isWellFormed())
      throw odd('bad_encoding', `${quote(value)} has half a character.`, path)
    if (typeof value !== 'object' || value === null) continue
    if (path.length > MAX_DEPTH) throw odd('too_deep', `This is nested deeper than ${MAX_DEPTH} levels.`, [])
    for (const key of Object.keys(value)) {
      if (key === '__proto__' || !key.isWellFormed())
        throw odd('forbidden_key', `The key ${quote(key)} is not allowed.`, [...path, key])
      open.push({ value: (value as Record<string, unknown>)[key], path: [...path, key] })
    }
  }
}

function odd(code: Problem['code'], message: string, path: readonly string[]): AppError {
  return new AppError('invalid_input', [{ code, message, path: pointer(path) }])
}
