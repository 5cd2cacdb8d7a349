import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A lock of git's that lies in a repository for longer than it takes to do anything. */
export interface LeftLock {
  /** By its full path. */
  readonly file: string
  /** When it was taken. */
  readonly since: Date
  /** Whether it is so old that nobody has it who is still at work. */
  readonly isLeft: boolean
}

/** Git has a lock for moments, and waits so long for one of another git: who found one in the way for all that time may come to look for it. */
const IN_THE_WAY_MS = 10_000
const LEFT_MS = 60_000

/** The locks below the folder of all repositories that are in the way of others: of refs, and of the files that belong to all of them. */
export async function leftLocks(root: string, now: Date): Promise<readonly LeftLock[]> {
  const found: LeftLock[] = []
  for (const { name } of (await entriesOf(root)).filter((entry) => entry.isDirectory())) {
    const folder = join(root, name)
    const files = [...(await filesIn(folder)), ...(await filesBelow(join(folder, 'refs')))]
    for (const file of files.filter((one) => one.endsWith('.lock'))) {
      const since = (await lstat(file).catch(() => undefined))?.mtime
      const age = since === undefined ? 0 : now.getTime() - since.getTime()
      if (since !== undefined && age >= IN_THE_WAY_MS) found.push({ file, since, isLeft: age > LEFT_MS })
    }
  }
  return found
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const folders = (await entriesOf(folder)).filter((entry) => entry.isDirectory())
  const below = await Promise.all(folders.map(({ name }) => filesBelow(join(folder, name))))
  return [...(await filesIn(folder)), ...below.flat()]
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await entriesOf(folder)).filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
}

/** What is gone meanwhile, or can't be read, has no lock to tell of. */
function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}
