import { FOLDERS, pathIn } from '../artifacts/path-in.ts'
import { todosOf } from '../artifacts/todos.ts'
import type { Entered } from '../pull/enter-phase.ts'
import { Staging, type Workspace } from '../pull/workspace.ts'
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
      return await step(run, name, async () => {
        const own = staging.over()
        const result = await work(filesOf(run, at, own))
        await own.commit(name)
        return result
      })
    } finally {
      // Committed with the step or refused with it, also where that was long ago and is only read now.
      staging.drop(before)
    }
  }
  return { branch, ...plain, todos: todosOf(plain, phase), step: inStep }
}
