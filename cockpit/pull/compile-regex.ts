import { RE2JS } from 're2js'
import { AppError } from '../../src/model/errors.ts'

/** Prepares a regular expression of RE2, which takes linear time on any text: what an agent wrote can't make a search endless. */
export function compileRegex(source: string, isExact: boolean): (text: string) => boolean {
  try {
    // As it was typed first, because an error quotes what it was given.
    const typed = RE2JS.compile(source)
    const regex = isExact ? typed : RE2JS.compile(`(?i)${source}`)
    return (text) => regex.test(text)
  } catch (cause) {
    const why = String(cause).replace(/^.*error parsing regexp: /, '')
    throw new AppError('invalid_input', [], { message: `The regular expression cannot be read: ${why}.`, cause })
  }
}
