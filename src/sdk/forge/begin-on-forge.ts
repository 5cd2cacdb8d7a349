import type { Job } from '../../model/job.ts'
import type { Context } from '../context.ts'
import { branchOn } from './forge.ts'

/** Where a forge keeps `main`, a phase begins from what stands there. */
export async function beginOnForge({ forge, workspaces, store }: Context, job: Job): Promise<void> {
  if (forge === undefined) return
  await workspaces.create(job.id, { by: { kind: 'agent', id: job.agent }, at: store.now() })
  await forge.git.followMain(job.id, await branchOn(forge, forge.main))
}
