import type { ProblemCode } from '../model/problem.ts'
import { quote } from '../model/quote.ts'

/** What an unquoted YAML word means, or why it is refused. */
export type PlainScalar =
  | { readonly value: string | number | boolean | null; readonly fault?: undefined }
  | { readonly fault: string; readonly code: ProblemCode }

const NULL = /^(?:~|null|Null|NULL)?$/
const TRUE = /^(?:true|True|TRUE)$/
const FALSE = /^(?:false|False|FALSE)$/
const OLD_BOOLEAN = /^(?:yes|no|on|off)$/i
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i
const LOOKS_LIKE_NUMBER =
  /^[-+]?(?:0[box][\da-f_]+|\d[\d_]*(?:\.[\d_]*)?(?:e[-+]?\d+)?|\.\d[\d_]*(?:e[-+]?\d+)?|\.?(?:inf|nan)|infinity)$/i

/**
 * Reads an unquoted word by the core schema of YAML 1.2, minus every spelling that another reader of the same file
 * would take for something else.
 */
export function plainScalar(word: string): PlainScalar {
  if (NULL.test(word)) return { value: null }
  if (TRUE.test(word)) return { value: true }
  if (FALSE.test(word)) return { value: false }
  if (OLD_BOOLEAN.test(word)) return { code: 'invalid_value', fault: oldBoolean(word) }
  if (DECIMAL.test(word)) return decimal(word)
  if (LOOKS_LIKE_NUMBER.test(word)) return { code: 'invalid_value', fault: oddNumber(word) }
  return { value: word }
}

function decimal(word: string): PlainScalar {
  const value = Number(word)
  if (Number.isFinite(value)) return { value }
  return { code: 'invalid_value', fault: `The number ${quote(word)} is too large. Write a finite number.` }
}

function oldBoolean(word: string): string {
  const meant = /^(?:yes|on)$/i.test(word) ? 'true' : 'false'
  return `Some readers take ${quote(word)} for a boolean. Write ${meant}, or put it in quotes if it is a text.`
}

function oddNumber(word: string): string {
  const fix = 'Write digits such as 1000 or 0.5, or put it in quotes if it is a text.'
  return `${quote(word)} looks like a number but is not a plain decimal. ${fix}`
}
