import type { Job } from '../../model/job.ts'
import { MAIN } from '../../review/branch-name.ts'
import type { Context } from '../context.ts'
import { branchOn } from './forge.ts'

/** Where a forge keeps `main`, a phase begins from what stands there. */
export async function beginOnForge({ forge, workspaces, store }: Context, { id, agent }: Job): Promise<void> {
  if (forge === undefined) return
  await workspaces.create(id, { by: { kind: 'agent', id: agent }, at: store.now() })
  // To ask costs less than to fetch, and whoever goes on with a phase is there most of the time.
  if ((await forge.host.main()) === (await workspaces.head(id, MAIN))) return
  await forge.git.followMain(id, await branchOn(forge, forge.main))
}
