import { FOLDERS, pathIn } from '../artifacts/path-in.ts'
import { todosOf } from '../artifacts/todos.ts'
import type { Entered } from '../pull/enter-phase.ts'
import { Staging, type Workspace } from '../pull/workspace.ts'
import type { Run } from './run.ts'
import { step } from './step.ts'

/** The files of a branch as the agent works on them, and what becomes a commit of them. */
export function branchFiles(
  run: Run,
  { branch, phase }: Pick<Entered, 'branch' | 'phase'>,
): { readonly files: Workspace; readonly staging: Staging } {
  const { context, job, by } = run
  const staging = new Staging({
    workspaces: context.workspaces,
    job: job.id,
    branch,
    by,
    now: () => context.store.now(),
  })
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
  const files: Workspace = {
    branch,
    ...plain,
    todos: todosOf(plain, phase),
    step: (name, work) =>
      step(run, name, async () => {
        const result = await work(files)
        await staging.commit(name)
        return result
      }),
  }
  return { files, staging }
}
