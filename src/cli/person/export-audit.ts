import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { exportKept } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { Io } from '../io.ts'
import { CredentialBox } from './credentials.ts'
import { keptRoot } from './with-desk.ts'

/** Writes the log with its links and public keys as JSON lines, to a new file or to standard output. */
export async function exportAudit(file: string, io: Io): Promise<void> {
  const box = new CredentialBox(io.environment)
  const credentials = async (names: readonly string[]) => (await box.read(names))?.token
  const lines = exportKept({ root: keptRoot(io.folder), credentials })
  if (file === '-') {
    await writeLines(lines, io.stdout)
    return
  }
  const out = createWriteStream(resolve(io.folder, file), { flags: 'wx', mode: 0o600 })
  const done = finished(out)
  try {
    const count = await Promise.race([writeLines(lines, out), done.then(() => 0)])
    out.end()
    await done
    io.stdout.write(`${count} lines are in ${file}. Verify it anywhere: leeway audit verify --file ${file}\n`)
  } catch (cause) {
    out.destroy()
    await done.catch(() => undefined)
    if (cause instanceof AppError) throw cause
    throw new AppError('unreadable_file', [], { message: `${file} can not be written, or is there already.`, cause })
  }
}

async function writeLines(lines: AsyncIterable<string>, out: Writable): Promise<number> {
  let count = 0
  for await (const line of lines) {
    count++
    if (!out.write(`${line}\n`)) await once(out, 'drain')
  }
  return count
}
