import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readJson } from '../../config/strict-json.ts'
import type { Io } from '../io.ts'
import { readStdin } from '../read-stdin.ts'
import { wrongCall } from '../wrong-call.ts'
import { atPath } from './at-path.ts'

/** A JSON value from an option, from a file or from standard input. */
export async function jsonIn(name: string, values: Readonly<Record<string, unknown>>, io: Io): Promise<unknown> {
  const [text, file] = [values[name], values[`${name}-file`]]
  if ((text === undefined) === (file === undefined)) throw wrongCall(`Give --${name} JSON or --${name}-file FILE.`)
  const read = readJson(text === undefined ? await textOf(String(file), io) : String(text))
  if (read.problems === undefined) return read.value
  throw wrongCall(`--${name}: ${read.problems[0]?.message ?? 'The text is not JSON.'}`)
}

async function textOf(file: string, io: Io): Promise<string> {
  if (file === '-') return Buffer.from(await readStdin(io)).toString('utf8')
  return atPath(file, 'read', () => readFile(resolve(io.folder, file), 'utf8'))
}
