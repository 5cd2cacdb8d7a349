import { Staging, type Workspace } from '../pull/workspace.ts'
import type { Run } from './run.ts'
import { step } from './step.ts'

/** The files of a branch as the agent works on them, and what becomes a commit of them. */
export function branchFiles(run: Run, branch: string): { readonly files: Workspace; readonly staging: Staging } {
  const { context, job, by } = run
  const staging = new Staging({
    workspaces: context.workspaces,
    job: job.id,
    branch,
    by,
    now: () => context.store.now(),
  })
  const files: Workspace = {
    branch,
    read: (path) => staging.read(path),
    list: () => staging.list(),
    write: (path, content) => staging.write(path, content),
    remove: (path) => staging.write(path, null),
    step: (name, work) =>
      step(run, name, async () => {
        const result = await work(files)
        await staging.commit(name)
        return result
      }),
  }
  return { files, staging }
}
