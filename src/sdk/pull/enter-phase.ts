import { pullIdOf } from '../../engine/pull/pull-state.ts'
import type { FileChanges } from '../../engine/workspaces.ts'
import type { Job } from '../../model/job.ts'
import type { Phase } from '../../model/pull.ts'
import { branchName } from '../../review/branch-name.ts'
import type { Context } from '../context.ts'

/** A phase that was entered: its branch, and for the how manieth time. */
export interface Entered {
  readonly phase: Phase
  readonly entry: number
  readonly branch: string
}

/** Goes to the branch of a phase; a phase that was merged or closed before gets a new one. */
export async function enterPhase(context: Context, job: Job, phase: Phase): Promise<Entered> {
  const { workspaces, store } = context
  const by = { kind: 'agent', id: job.agent } as const
  await workspaces.create(job.id, { by, at: store.now() })
  for (let entry = 1; ; entry++) {
    const branch = branchName({ ...phase, entry })
    const known = await store.get('pulls', pullIdOf(job.id, branch))
    if (known !== undefined && known.row.status !== 'open') continue
    const { head } = await workspaces.enter(job.id, branch)
    await introduce(context, job, { branch, head })
    return { phase, entry, branch }
  }
}

/** The first branch of a job begins with what the job is about. */
async function introduce(
  context: Context,
  job: Job,
  { branch, head }: { readonly branch: string; readonly head: string },
): Promise<void> {
  const { workspaces, store } = context
  if ((await workspaces.read(job.id, head, 'workspace.md')) !== undefined) return
  const by = { kind: 'agent', id: job.agent } as const
  const changes = await firstFiles(context, job)
  await workspaces.commit(job.id, { branch, on: head, changes, message: 'Introduce the job', by, at: store.now() })
}

/** What a job begins with: what it is about, how free it is, and where things go. */
async function firstFiles({ store }: Context, job: Job): Promise<FileChanges> {
  const policy = (await store.get('policies', job.policy))?.row
  const stops = Object.entries(policy?.phase_stops ?? {}).filter(([, on]) => on)
  const level =
    stops.length === 0 ? 'nobody looks on the way' : `a person looks after: ${stops.map(([stop]) => stop).join(', ')}`
  return {
    'workspace.md': `# ${job.title === '' ? job.id : job.title}\n\nAgent: ${job.agent}\nAutonomy: ${level}\nPolicy: ${job.policy}\n`,
  }
}
