import { RE2JS } from 're2js'
import { AppError } from '../../model/errors.ts'
import { escapeHidden } from '../../model/quote.ts'
import type { WeighedMatcher } from './glob.ts'

const ENGINE_PREFIX = 'RE2JSSyntaxException: error parsing regexp: '

const MAX_SOURCE = 1000

// Time grows with the text times the size of the compiled program, so `[ab]{1000}` in many copies has to be refused.
const MAX_PROGRAM = 1000

/** Prepares a regular expression of RE2, which takes linear time on any text; it is searched for anywhere in the text. */
export function compileRegex(source: string): WeighedMatcher {
  if (source.length > MAX_SOURCE) throw refusal(`is longer than ${MAX_SOURCE} characters`)

  const regex = parse(source)
  const weight = regex.programSize()
  if (weight > MAX_PROGRAM) throw refusal('is too large: repeat counts multiply its size')
  return Object.assign((text: string) => regex.test(text), { weight })
}

function parse(source: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (cause) {
    throw refusal(whyRefused(cause), { cause })
  }
}

function whyRefused(cause: unknown): string {
  const said = escapeHidden(String(cause)).replace(ENGINE_PREFIX, '')
  if (/`\(\?<?[=!]/.test(said)) return 'uses look-around, which is not supported'
  if (/`\\[1-9k]`/.test(said)) return 'uses a back-reference, which is not supported'
  return `cannot be read: ${said}`
}

function refusal(why: string, options?: ErrorOptions): AppError {
  return new AppError(
    'invalid_input',
    [{ code: 'invalid_value', message: `The regular expression ${why}.`, path: '' }],
    options,
  )
}
