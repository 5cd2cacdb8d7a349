import * as z from 'zod'
import { strict } from '../../model/strict.ts'
import { compileGlob, type WeighedMatcher } from './glob.ts'
import { mustCompile } from './must-compile.ts'
import { compileRegex } from './regex.ts'

const RegexSource = z.string().superRefine(mustCompile(compileRegex))

/** What a text has to look like: a glob, or a regular expression that cannot backtrack. */
export const Pattern = z.union([z.string().max(1000), strict({ regex: RegexSource }).readonly()], {
  error: 'A pattern is a glob such as "rm *", or {"regex": "…"}.',
})
export type Pattern = z.infer<typeof Pattern>

/** Prepares a pattern for many texts. */
export function compilePattern(pattern: Pattern): WeighedMatcher {
  if (typeof pattern !== 'string') return compileRegex(pattern.regex)
  return Object.assign(compileGlob(pattern), { weight: globWeight(pattern) })
}

/** A glob goes back to its last star at most, so a character costs no more than the longest piece between two stars. */
function globWeight(pattern: string): number {
  return Math.max(...pattern.split('*').map((piece) => piece.length)) + 1
}
