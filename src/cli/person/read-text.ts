import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { AppError } from '../../model/errors.ts'
import { quote } from '../../model/quote.ts'
import type { Io } from '../io.ts'
import { readStdin } from '../read-stdin.ts'
import { atPath } from './at-path.ts'

/** Enough for anything that a person hands over; some files, such as /dev/zero, have no end. */
const MOST_BYTES = 1024 * 1024

/** The text of a file that a person has named, or of standard input for a lone dash. */
export async function readText(file: string, io: Io): Promise<string> {
  const read =
    file === '-'
      ? Buffer.from(await readStdin(io)).toString('utf8')
      : await atPath(file, 'read', () => text(createReadStream(resolve(io.folder, file), { end: MOST_BYTES })))
  if (read.length <= MOST_BYTES) return read
  const message = `${quote(file)} is larger than 1 MiB, the most that is read.`
  throw new AppError('unreadable_file', [], { message })
}
