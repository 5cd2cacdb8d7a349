import type { FileChanges, Workspaces } from '../../engine/workspaces.ts'
import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { JobId } from '../../model/ids.ts'
import { quote } from '../../model/quote.ts'
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
  /** Does a step of the work and commits what it wrote, under its name. One that fails leaves nothing of that behind. */
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

type Content = string | Uint8Array | null

/** What was written since the last commit, and how it becomes one. A step has one of its own, over that of its phase. */
export class Staging {
  readonly #of: Of
  readonly #under: Staging | undefined
  readonly #changes = new Map<string, Content>()

  constructor(of: Of, under?: Staging) {
    this.#of = of
    this.#under = under
  }

  /** For a step: what it writes goes with it when it fails. */
  over(): Staging {
    return new Staging(this.#of, this)
  }

  async read(path: string): Promise<string | undefined> {
    const bytes = await this.readBytes(path)
    return bytes && new TextDecoder().decode(bytes)
  }

  async readBytes(path: string): Promise<Uint8Array | undefined> {
    const staged = this.#staged(path)
    if (staged === null) return undefined
    if (staged !== undefined) return typeof staged === 'string' ? new TextEncoder().encode(staged) : staged
    const { workspaces, job } = this.#of
    return workspaces.read(job, await this.#head(), path)
  }

  async list(): Promise<readonly string[]> {
    const { workspaces, job } = this.#of
    const paths = new Set(await workspaces.list(job, await this.#head()))
    for (const [path, content] of this.staged()) {
      if (content === null) paths.delete(path)
      else paths.add(path)
    }
    return [...paths].sort()
  }

  write(path: string, content: Content): void {
    refuseOther(path, content)
    this.#changes.set(path, content)
  }

  /** What the next commit would write. */
  staged(): ReadonlyMap<string, Content> {
    return new Map([...(this.#under?.staged() ?? []), ...this.#changes])
  }

  #staged(path: string): Content | undefined {
    if (this.#under === undefined || this.#changes.has(path)) return this.#changes.get(path)
    return this.#under.#staged(path)
  }

  /** Drops what is still to be written of some changes; what was written over them since stays. */
  drop(changes: ReadonlyMap<string, Content>): void {
    this.#dropOwn(changes)
    this.#under?.drop(changes)
  }

  #dropOwn(changes: ReadonlyMap<string, Content>): void {
    for (const [path, content] of changes) if (this.#changes.get(path) === content) this.#changes.delete(path)
  }

  /**
   * Commits what was written on top of whatever stands there; somebody else's push in between is kept. What can't be committed is
   * dropped, so that the program can go on without it: of a step what it wrote itself, for what lies under that may be sound.
   */
  async commit(message: string): Promise<void> {
    const staged = this.staged()
    if (staged.size === 0) return
    try {
      await this.#commitOnTop(message, Object.fromEntries(staged))
    } catch (error) {
      this.#dropOwn(staged)
      throw error
    }
    this.drop(staged)
  }

  async #commitOnTop(message: string, changes: FileChanges): Promise<void> {
    const { workspaces, job, branch, by, now } = this.#of
    for (let race = 1; ; race++) {
      try {
        await workspaces.commit(job, { branch, on: await this.#head(), changes, message, by, at: now() })
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

/** Types are stripped where an agent runs, and git would be given whatever this is as text. */
function refuseOther(path: unknown, content: unknown): void {
  if (typeof path !== 'string') throw wrong('The path of a file is a text.')
  if (content === null || typeof content === 'string' || content instanceof Uint8Array) return
  throw wrong(`What is written to ${quote(path)} is neither a text nor bytes (Uint8Array).`)
}

function wrong(message: string): AppError {
  return new AppError('invalid_input', [{ code: 'invalid_type', message, path: '' }])
}
