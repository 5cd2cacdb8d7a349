import type { WholeFile } from '../engine/ports.ts'
import { blobAt } from './file-at.ts'
import { gitFailure } from './git-failure.ts'
import { Oid } from './oid.ts'
import type { Repository } from './repository.ts'

const TIMEOUT_MS = 10 * 60_000
const MAX_STDERR = 4_000

/** A file of a commit or tree with all of its bytes; nothing where there is none. */
export async function wholeFile(repository: Repository, at: Oid, path: string): Promise<WholeFile | undefined> {
  const { object, size } = (await blobAt(repository, at, path)) ?? {}
  if (object === undefined || size === undefined) return undefined
  return { size, bytes: streamBlob(repository, Oid.parse(object)) }
}

/** A piece at a time. Git begins with the first piece and ends when nobody wants another. */
async function* streamBlob(repository: Repository, object: Oid): WholeFile['bytes'] {
  const child = repository.start(['cat-file', 'blob', object])
  const end = () => child.stop()
  const timer = setTimeout(end, TIMEOUT_MS)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk).slice(0, MAX_STDERR)
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.onError(reject)
    child.onClose(resolve)
  })
  // Whoever does not read on to the end does not hear how it went.
  ended.catch(() => undefined)
  child.stdin.end()
  try {
    for await (const chunk of child.stdout) yield chunk as Uint8Array
    // What git could not give whole must not pass for the file.
    if ((await ended) !== 0) throw gitFailure('cat-file', said)
  } finally {
    clearTimeout(timer)
    end()
  }
}
