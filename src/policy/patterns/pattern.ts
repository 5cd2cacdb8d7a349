import * as z from 'zod'
import { strict } from '../../model/strict.ts'
import { compileGlob, type TextMatcher } from './glob.ts'
import { mustCompile } from './must-compile.ts'
import { compileRegex } from './regex.ts'

const RegexSource = z.string().superRefine(mustCompile(compileRegex))

/** What a text has to look like: a glob, or a regular expression that cannot backtrack. */
export const Pattern = z.union([z.string().max(1000), strict({ regex: RegexSource }).readonly()], {
  error: 'A pattern is a glob such as "rm *", or {"regex": "…"}.',
})
export type Pattern = z.infer<typeof Pattern>

/** Prepares a pattern for many texts. */
export function compilePattern(pattern: Pattern): TextMatcher {
  return typeof pattern === 'string' ? compileGlob(pattern) : compileRegex(pattern.regex)
}
