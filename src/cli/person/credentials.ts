import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import * as z from 'zod'
import type { Environment } from '../../config/environment.ts'
import { AppError } from '../../model/errors.ts'
import { PersonId } from '../../model/ids.ts'
import { refuseInsideWorkspace } from './refuse-inside-workspace.ts'

const Credential = z.object({ person: PersonId, token: z.string(), root: z.string() })
/** What a person keeps of one store: who they are there, and their token. */
export type Credential = z.infer<typeof Credential>

/** A token that does not count yet. Others may be signing in with the same folder, so each has a file of its own. */
export interface Draft {
  /** Puts it in the place of the one before. */
  publish(): Promise<void>
  discard(): Promise<void>
}

/** The person's own configuration folder, outside of every workspace. */
function configurationFolder(environment: Environment): string {
  const named = environment['XDG_CONFIG_HOME']
  const home = environment['HOME'] ?? homedir()
  return join(named !== undefined && isAbsolute(named) ? named : join(home, '.config'), 'leeway')
}

/** How a store is known: by its own name first, then by those of what it was restored from; and where it lies. */
export interface Known {
  readonly names: readonly string[]
  readonly root: string
}

/** The tokens of one person, one file a store, readable by nobody else. */
export class CredentialBox {
  readonly folder: string

  constructor(environment: Environment) {
    this.folder = join(configurationFolder(environment), 'credentials')
  }

  /** What was kept of exactly this store, and not of the one that it is a copy of. Throws when others could have read it. */
  async read({ names, root }: Known): Promise<Credential | undefined> {
    const [own = '', ...others] = names
    const found = await this.#readFile(this.#file(own))
    if (found !== undefined) return found
    // A store that lost its key signs with another one, and lies where it lay.
    for (const { credential } of await this.#of(others)) if (isSamePlace(credential.root, root)) return credential
    return undefined
  }

  /** What was kept of the store that this one is a copy of. */
  async readOriginal({ names, root }: Known): Promise<Credential | undefined> {
    const others = await this.#of(names.slice(1))
    return others.find(({ credential }) => !isSamePlace(credential.root, root))?.credential
  }

  /** Keeps a token beside the one before, until it is known whether it counts. */
  async draft(known: Known, { person, token }: Pick<Credential, 'person' | 'token'>): Promise<Draft> {
    const [name] = known.names
    if (name === undefined) throw new Error('A store that has signed nothing has no name.')
    await refuseInsideWorkspace(this.folder, known.root)
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    await chmod(this.folder, 0o700)
    const draft = `${this.#file(name)}.${randomUUID()}`
    const credential: Credential = { person, token, root: known.root }
    await writeFile(draft, `${JSON.stringify(credential, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    return this.#draft(known, draft)
  }

  /** What was kept and never published, because its process ended too early. */
  async drafts(known: Known): Promise<readonly (Draft & Credential)[]> {
    const [own = ''] = known.names
    const files = await readdir(this.folder).catch(() => [])
    const left: (Draft & Credential)[] = []
    for (const file of files.filter((one) => one.startsWith(`${own}.json.`))) {
      const path = join(this.folder, file)
      const found = await this.#readFile(path)
      if (found !== undefined) left.push({ ...found, ...this.#draft(known, path) })
    }
    return left
  }

  /** Forgets this store, and leaves alone what it is a copy of. */
  async remove({ names, root }: Known): Promise<void> {
    const [own = '', ...others] = names
    await rm(this.#file(own), { force: true })
    await this.#removeAt(others, root)
  }

  async #removeAt(names: readonly string[], root: string): Promise<void> {
    for (const { file, credential } of await this.#of(names)) {
      if (isSamePlace(credential.root, root)) await rm(file, { force: true })
    }
  }

  async #of(names: readonly string[]) {
    const found: { readonly file: string; readonly credential: Credential }[] = []
    for (const file of names.map((name) => this.#file(name))) {
      const credential = await this.#readFile(file)
      if (credential !== undefined) found.push({ file, credential })
    }
    return found
  }

  #draft({ names, root }: Known, draft: string): Draft {
    const [name = '', ...others] = names
    return {
      publish: async () => {
        // Another login of the same person may have found it, and have put it in its place.
        await rename(draft, this.#file(name)).catch(ignoreMissing)
        await this.#removeAt(others, root)
      },
      discard: () => rm(draft, { force: true }),
    }
  }

  async #readFile(file: string): Promise<Credential | undefined> {
    let text: string
    try {
      text = await readFile(file, 'utf8')
    } catch (error) {
      if (isMissing(error)) return undefined
      throw new AppError('unreadable_file', [], { message: `${file} can not be read.`, cause: error })
    }
    if (await isOpenToOthers(file)) {
      const message = `${file} can be read by others, so it proves nothing. Sign in anew, or at least: chmod 600 ${file}`
      throw new AppError('not_authorised', [], { message })
    }
    return parse(text, file)
  }

  #file(name: string): string {
    return join(this.folder, `${name}.json`)
  }
}

/** Whether anybody but its owner may read or write a file; nowhere on Windows, which has no such bits. */
export async function isOpenToOthers(file: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0
}

/** Whether two paths lead to the same folder, however they are written. */
function isSamePlace(one: string, other: string): boolean {
  return realPlace(one) === realPlace(other)
}

function realPlace(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}

function parse(text: string, file: string): Credential {
  try {
    return Credential.parse(JSON.parse(text))
  } catch (cause) {
    const message = `${file} is damaged. Remove it and sign in again: leeway login --token-file FILE`
    throw new AppError('unreadable_file', [], { message, cause })
  }
}
