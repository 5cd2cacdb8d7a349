import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { exportKept } from '../../look-after.ts'
import { counted } from '../../model/counted.ts'
import { shellWord } from '../../model/shell-word.ts'
import type { Io } from '../io.ts'
import { spelled } from '../text/spelled.ts'
import { tell } from '../text/tell.ts'
import { atPath, pathError } from './at-path.ts'
import { credentialsFor, keptRoot } from './with-desk.ts'

/** Writes the log with its links and public keys as JSON lines, to a new file or to standard output. */
export async function exportAudit(file: string, io: Io): Promise<void> {
  const root = keptRoot(io.folder)
  const lines = exportKept({ root, credentials: credentialsFor(root, io) })
  if (file === '-') {
    await writeLines(lines, io.stdout)
    return
  }
  const path = resolve(io.folder, file)
  const handle = await atPath(file, 'written', () => open(path, 'wx', 0o600))
  try {
    const out = handle.createWriteStream()
    const done = finished(out)
    const count = await Promise.race([writeLines(lines, out), done.then(() => 0)])
    out.end()
    await done
    tell(
      io.stdout,
      `${counted(count, 'line is', 'lines are')} in ${file}. Verify it anywhere: ${spelled('leeway audit verify --file', io)} ${shellWord(file)}`,
    )
  } catch (error) {
    await handle.close()
    // Half a log would look like one whose end was cut off.
    await rm(path, { force: true })
    throw pathError(error, { path: file, doing: 'written' }) ?? error
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
