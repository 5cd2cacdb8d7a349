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
        await own.commit(name).catch((error) => keepTheRest(staging, { name, error }))
        return done
      })
      // Committed with the step, also where that was long ago and is only read now.
      staging.drop(before)
      return result
    } catch (error) {
      // What its work could not do leaves what was written before it as it was; where it could not be committed, that has a commit of its own.
      if (error instanceof AppError && error.details[DROPPED] !== undefined) staging.drop(before)
      throw error
    }
  }
  return { branch, ...plain, todos: todosOf(plain, phase), step: inStep }
}

/** What was written before a step that can't be committed is committed without it, unless that is what is wrong: then it is told instead. */
async function keepTheRest(before: Staging, { name, error }: { name: string; error: unknown }): Promise<never> {
  if (!(error instanceof AppError)) throw error
  const rest = await before.commit(`Before ${name}`).then(
    () => error,
    (wrong: unknown) => wrong,
  )
  if (!(rest instanceof AppError)) throw rest
  const { code, problems, details } = rest
  const also =
    rest === error ? '' : ' It was written before the step, and is dropped together with what the step wrote.'
  const options = { message: `${rest.message}${also}`, details: { ...details, [DROPPED]: 'true' }, cause: rest }
  throw new AppError(code, problems, options)
}
