import { readJson } from '../../config/strict-json.ts'
import type { Io } from '../io.ts'
import { wrongCall } from '../wrong-call.ts'
import { readText } from './read-text.ts'

/** A JSON value from an option, from a file or from standard input. */
export async function jsonIn(name: string, values: Readonly<Record<string, unknown>>, io: Io): Promise<unknown> {
  const [text, file] = [values[name], values[`${name}-file`]]
  if ((text === undefined) === (file === undefined)) throw wrongCall(`Give --${name} JSON or --${name}-file FILE.`)
  const read = readJson(text === undefined ? await readText(String(file), io) : String(text))
  if (read.problems === undefined) return read.value
  throw wrongCall(`--${name}: ${read.problems[0]?.message ?? 'The text is not JSON.'}`)
}
