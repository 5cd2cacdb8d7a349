import { randomBytes } from 'node:crypto'
import { closeSync, fsync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { gitFailure } from './git-failure.ts'
import { Oid } from './oid.ts'
import type { Repository } from './repository.ts'
import type { NewObject } from './small-pack.ts'

/**
 * Writes one small object as git keeps it: a file by itself, synced and then put in its place, over whatever a process that was killed has
 * left there. A pack of one object would be three files and two syncs. What lies by itself goes into a pack when the repository is tidied.
 * Only the sync is waited for: the rest is over sooner than another thread takes it up.
 */
export async function writeObject({ folder }: Repository, { oid, type, bytes }: NewObject): Promise<Oid> {
  const place = join(folder, 'objects', oid.slice(0, 2))
  // Git takes what is called so for what it is: a draft that somebody left.
  const draft = join(place, `tmp_obj_${randomBytes(6).toString('hex')}`)
  try {
    await writeSynced(draft, deflateSync(Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])))
    renameSync(draft, join(place, oid.slice(2)))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw gitFailure('write of an object', String(error))
  }
  return Oid.parse(oid)
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = openIn(path)
  try {
    writeFileSync(file, bytes)
    await promisify(fsync)(file)
  } finally {
    closeSync(file)
  }
}

/** Git makes the folders of objects when there is something for them. */
function openIn(path: string): number {
  try {
    return openSync(path, 'wx', 0o444)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    mkdirSync(join(path, '..'), { recursive: true })
    return openSync(path, 'wx', 0o444)
  }
}
