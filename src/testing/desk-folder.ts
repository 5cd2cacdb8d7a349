import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type OpenOptions, openLeeway } from '../compose.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import type { Leeway } from '../sdk/leeway.ts'
import { run, type Said, type Surroundings } from './fake-io.ts'
import { aProject } from './project.ts'

/** Somebody at a command line, with a configuration folder of their own. */
export type AtDesk = (argv: readonly string[], surroundings?: Omit<Surroundings, 'folder'>) => Promise<Said>

/** A project folder in which agents ask and people answer. */
export interface DeskFolder {
  readonly root: string
  /** Where each person's own configuration lies. */
  readonly homes: string
  person(name: string): AtDesk
  agent(options?: OpenOptions): Promise<Leeway>
  /** What waits, as data. */
  waiting(by: AtDesk): Promise<readonly Checkpoint[]>
}

/** A folder that nobody has joined yet; everything is gone when the test ends. */
export async function aDeskFolder(): Promise<DeskFolder> {
  const root = await aProject({})
  const homes = await mkdtemp(join(tmpdir(), 'leeway-homes-'))
  onTestFinished(() => rm(homes, { recursive: true, force: true }))
  return {
    root,
    homes,
    person:
      (name) =>
      (argv, { environment, ...rest } = {}) =>
        run(argv, {
          ...rest,
          folder: root,
          environment: { XDG_CONFIG_HOME: join(homes, name), NO_COLOR: '1', USER: name, ...environment },
        }),
    agent: async (options) => {
      const leeway = await openLeeway({
        root,
        agent: 'mailer',
        policy: 'jobs/dependent',
        onHold: 'throw',
        tellHolds: false,
        ...options,
      })
      onTestFinished(() => leeway.close())
      return leeway
    },
    waiting: async (by) => JSON.parse((await by(['checkpoints', '--json'])).out).rows,
  }
}

/** What a refusal or a hold is called; anything else that comes of it is handed on. */
export async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}
