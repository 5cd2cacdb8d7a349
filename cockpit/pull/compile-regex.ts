import { type Matcher, RE2JS } from 're2js'
import { AppError } from '../../src/model/errors.ts'
import type { Stretch } from '../parts/visible.tsx'
import type { Regex } from './find-in-changes.ts'

/** Prepares a regular expression of RE2, which takes linear time on any text: what an agent wrote can't make a search endless. */
export function compileRegex(source: string, isExact: boolean): Regex {
  try {
    // As it was typed first, because an error quotes what it was given.
    const typed = RE2JS.compile(source)
    const regex = isExact ? typed : RE2JS.compile(`(?i)${source}`)
    return { test: (text) => regex.test(text), words: (text) => wordsOf(regex.matcher(text)) }
  } catch (cause) {
    const why = String(cause).replace(/^.*error parsing regexp: /, '')
    throw new AppError('invalid_input', [], { message: `The regular expression cannot be read: ${why}.`, cause })
  }
}

function wordsOf(matcher: Matcher): readonly Stretch[] {
  const words: Stretch[] = []
  while (matcher.find()) words.push({ from: matcher.start(), to: matcher.end() })
  return words
}
