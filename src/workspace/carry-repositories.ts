import { AppError } from '../model/errors.ts'
import type { GitWorkspaces } from './git-workspaces.ts'

/** What repositories travel in: streams of bytes, by name. */
export interface Carrier {
  add(name: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>
  names(): readonly string[]
  read(name: string): Iterable<Uint8Array>
}

/** Repositories that went into a backup or came out of one, and those that could not. */
export interface Carried {
  readonly repositories: number
  readonly left: readonly Noted[]
  /** Those that are whole and went along, and are not as they should be. */
  readonly flawed: readonly Noted[]
}

/** A repository, and what is to be said of it. */
interface Noted {
  readonly repository: string
  readonly reason: string
}

export const NOTHING_CARRIED: Carried = { repositories: 0, left: [], flawed: [] }

const PREFIX = 'repositories/'
const REFS = '/refs'
const OBJECTS = '/objects'

/** Puts every repository into the file of a backup. One that is broken is named, and keeps none of the others out. */
export async function packRepositories(workspaces: GitWorkspaces, carrier: Carrier): Promise<Carried> {
  const carrying = new Carrying()
  for await (const { name, copy } of workspaces.copies()) {
    await carrying.try(name, async () => {
      if (copy instanceof AppError) throw copy
      await carrier.add(`${PREFIX}${name}${OBJECTS}`, copy.objects)
      // Last, because only what has refs comes out again.
      await carrier.add(`${PREFIX}${name}${REFS}`, [copy.refs])
      return copy.flaw
    })
  }
  return carrying.carried()
}

/** Makes the repositories that came with a backup, each checked to its last object. */
export async function unpackRepositories(workspaces: GitWorkspaces, carrier: Carrier): Promise<Carried> {
  const carrying = new Carrying()
  for (const refs of carrier.names().filter((name) => name.startsWith(PREFIX) && name.endsWith(REFS))) {
    const name = refs.slice(PREFIX.length, -REFS.length)
    const objects = carrier.read(`${PREFIX}${name}${OBJECTS}`)
    const copy = { refs: Buffer.concat([...carrier.read(refs)]), objects }
    await carrying.try(name, () => workspaces.bringBack(name, copy))
  }
  return carrying.carried()
}

/** Counts what went well, and keeps why the rest did not. */
class Carrying {
  #repositories = 0
  readonly #left: Noted[] = []
  readonly #flawed: Noted[] = []

  async try(repository: string, carry: () => Promise<string | undefined>): Promise<void> {
    try {
      const flaw = await carry()
      this.#repositories++
      if (flaw !== undefined) this.#flawed.push({ repository, reason: flaw })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.#left.push({ repository, reason: error.message })
    }
  }

  carried(): Carried {
    return { repositories: this.#repositories, left: this.#left, flawed: this.#flawed }
  }
}
