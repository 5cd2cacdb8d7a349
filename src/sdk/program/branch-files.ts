import { AppError } from '../../model/errors.ts'
import { FOLDERS, pathIn } from '../artifacts/path-in.ts'
import { todosOf } from '../artifacts/todos.ts'
import type { Entered } from '../pull/enter-phase.ts'
import { Staging, type Workspace } from '../pull/workspace.ts'
import { DROPPED } from './outcome.ts'
import type { Run } from './run.ts'
import { step } from './step.ts'

type At = Pick<Entered, 'branch' | 'phase'>

/** The files of a branch as the agent works on them, and what becomes a commit of them. */
export function branchFiles(run: Run, at: At): { readonly files: Workspace; readonly staging: Staging } {
  const { context, job, by } = run
  const { workspaces, store } = context
  const staging = new Staging({ workspaces, job: job.id, branch: at.branch, by, now: () => store.now() })
  return { files: filesOf(run, at, staging), staging }
}

function filesOf(run: Run, at: At, staging: Staging): Workspace {
  const { branch, phase } = at
  const plain = {
    read: (path: string) => staging.read(path),
    readBytes: (path: string) => staging.readBytes(path),
    list: () => staging.list(),
    write: (path: string, content: string | Uint8Array) => staging.write(path, content),
    remove: (path: string) => staging.write(path, null),
    output: (name: string, content: string | Uint8Array) => staging.write(pathIn(FOLDERS.output, name), content),
    archive: (name: string, content: string | Uint8Array) =>
      staging.write(pathIn(`${FOLDERS.archive}/${branch}`, name), content),
  }
  const inStep: Workspace['step'] = async (name, work) => {
    const before = staging.staged()
    try {
      const result = await step(run, name, async () => {
        const own = staging.over()
        const done = await work(filesOf(run, at, own))
        await own.commit(name).catch(orDropped)
        return done
      })
      // Committed with the step, also where that was long ago and is only read now.
      staging.drop(before)
      return result
    } catch (error) {
      // What its work could not do leaves what was written before it as it was.
      if (error instanceof AppError && error.details[DROPPED] !== undefined) staging.drop(before)
      throw error
    }
  }
  return { branch, ...plain, todos: todosOf(plain, phase), step: inStep }
}

/** What can't be committed is dropped, so that the program can go on without it. */
function orDropped(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  const { code, problems, message, details } = error
  throw new AppError(code, problems, { message, details: { ...details, [DROPPED]: 'true' }, cause: error })
}
