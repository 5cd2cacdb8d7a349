import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from '../repository.ts'

const PREFIX = 'tmp_objdir-leeway-'
const ABANDONED_MS = 60 * 60 * 1000

/** A place beside a repository's objects, where what was sent can be read by us and by nobody else until it is let in. */
export class Quarantine {
  readonly folder: string
  readonly #objects: string

  private constructor(objects: string) {
    this.#objects = objects
    this.folder = join(objects, `${PREFIX}${randomBytes(8).toString('hex')}`)
  }

  /** Opens one, and clears away those that a crash left behind. */
  static async open({ folder }: Repository, now: Date): Promise<Quarantine> {
    const objects = join(folder, 'objects')
    for (const name of (await readdir(objects)).filter((entry) => entry.startsWith(PREFIX))) {
      const path = join(objects, name)
      const age = now.getTime() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? now.getTime())
      if (age > ABANDONED_MS) await rm(path, { recursive: true, force: true })
    }
    const quarantine = new Quarantine(objects)
    await mkdir(join(quarantine.folder, 'pack'), { recursive: true, mode: 0o700 })
    return quarantine
  }

  /** For a git that writes here, and reads the repository too. */
  get env(): Readonly<Record<string, string>> {
    return { ...this.aloneEnv, GIT_ALTERNATE_OBJECT_DIRECTORIES: this.#objects }
  }

  /** For a git that sees nothing but what was sent. */
  get aloneEnv(): Readonly<Record<string, string>> {
    return { GIT_OBJECT_DIRECTORY: this.folder, GIT_QUARANTINE_PATH: this.folder }
  }

  /** Lets everything in: the index of a pack last, because git takes a pack for there once it sees that. */
  async letIn(): Promise<void> {
    const from = join(this.folder, 'pack')
    const to = join(this.#objects, 'pack')
    await mkdir(to, { recursive: true, mode: 0o700 })
    const names = await readdir(from)
    for (const name of names.toSorted((one, other) => Number(one.endsWith('.idx')) - Number(other.endsWith('.idx')))) {
      await rename(join(from, name), join(to, name))
    }
    await sync(to)
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** A name is on the disk once its folder is. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
