import type { Workspaces } from '../../engine/workspaces.ts'
import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { JobId } from '../../model/ids.ts'
import type { Todos } from '../artifacts/todos.ts'

/** The files of one branch, as the agent works on them. What is written becomes a commit when its step ends. */
export interface Workspace {
  readonly branch: string
  /** The text of a file as it stands, what is written and not committed yet included. */
  read(path: string): Promise<string | undefined>
  /** The same for what is no text. */
  readBytes(path: string): Promise<Uint8Array | undefined>
  list(): Promise<readonly string[]>
  /** What is to be done: `todos.yaml`. */
  readonly todos: Todos
  /** Puts what the job is for into `output/`. */
  output(name: string, content: string | Uint8Array): void
  /** Puts what this phase leaves to those after it into `archive/`, in a folder of the phase's own. */
  archive(name: string, content: string | Uint8Array): void
  write(path: string, content: string | Uint8Array): void
  remove(path: string): void
  /** Does a step of the work and commits what it wrote, under its name. */
  step<Result>(name: string, work: (files: Workspace) => Promise<Result> | Result): Promise<Result>
}

/** Whose files they are, and where. */
interface Of {
  readonly workspaces: Workspaces
  readonly job: JobId
  readonly branch: string
  readonly by: Actor
  readonly now: () => Date
}

/** More than ever lose a race by chance. */
const MAX_RACES = 10

/** What was written since the last commit, and how it becomes one. */
export class Staging {
  readonly #of: Of
  readonly #changes = new Map<string, string | Uint8Array | null>()

  constructor(of: Of) {
    this.#of = of
  }

  async read(path: string): Promise<string | undefined> {
    const bytes = await this.readBytes(path)
    return bytes && new TextDecoder().decode(bytes)
  }

  async readBytes(path: string): Promise<Uint8Array | undefined> {
    const staged = this.#changes.get(path)
    if (staged === null) return undefined
    if (staged !== undefined) return typeof staged === 'string' ? new TextEncoder().encode(staged) : staged
    const { workspaces, job } = this.#of
    return workspaces.read(job, await this.#head(), path)
  }

  async list(): Promise<readonly string[]> {
    const { workspaces, job } = this.#of
    const paths = new Set(await workspaces.list(job, await this.#head()))
    for (const [path, content] of this.#changes) {
      if (content === null) paths.delete(path)
      else paths.add(path)
    }
    return [...paths].sort()
  }

  write(path: string, content: string | Uint8Array | null): void {
    this.#changes.set(path, content)
  }

  /** Commits what was written on top of whatever stands there; somebody else's push in between is kept. */
  async commit(message: string): Promise<void> {
    if (this.#changes.size === 0) return
    const { workspaces, job, branch, by, now } = this.#of
    for (let race = 1; ; race++) {
      try {
        const changes = Object.fromEntries(this.#changes)
        await workspaces.commit(job, { branch, on: await this.#head(), changes, message, by, at: now() })
        this.#changes.clear()
        return
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'head_moved' || race === MAX_RACES) throw error
      }
    }
  }

  async #head(): Promise<string> {
    const { workspaces, job, branch } = this.#of
    const head = await workspaces.head(job, branch)
    if (head === undefined)
      throw new AppError('not_found', [], { message: `The branch ${branch} of job ${job} is gone.` })
    return head
  }
}
