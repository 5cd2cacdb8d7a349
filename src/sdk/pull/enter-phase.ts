import { pullIdOf } from '../../engine/pull/pull-state.ts'
import type { PullId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { Phase } from '../../model/pull.ts'
import { branchName } from '../../review/branch-name.ts'
import { beginBranch } from '../artifacts/begin-branch.ts'
import type { ToolNote } from '../artifacts/tool-note.ts'
import type { Context } from '../context.ts'
import { takeUpDocuments } from '../document/take-up-documents.ts'

/** A phase that was entered: its branch, and for the how manieth time. */
export interface Entered {
  readonly phase: Phase
  readonly entry: number
  readonly branch: string
}

/** A phase that is about to begin, or to be entered again. */
interface Entering {
  readonly phase: Phase
  readonly tools: readonly ToolNote[]
  /** Puts back what is under review, where somebody has deleted it: otherwise its branch would begin anew, without any of that. */
  readonly putBack: (pull: PullId) => Promise<void>
}

/** Goes to the branch of a phase; a phase that was merged or closed before gets a new one. */
export async function enterPhase(context: Context, job: Job, { phase, tools, putBack }: Entering): Promise<Entered> {
  const { workspaces, store } = context
  const by = { kind: 'agent', id: job.agent } as const
  await workspaces.create(job.id, { by, at: store.now() })
  for (let entry = 1; ; entry++) {
    const branch = branchName({ ...phase, entry })
    const known = await store.get('pulls', pullIdOf(job.id, branch))
    if (known !== undefined && known.row.status !== 'open') continue
    if (known !== undefined) await putBack(known.row.id)
    const { head } = await workspaces.enter(job.id, branch)
    await beginBranch(context, job, { phase, branch, head, tools })
    await takeUpDocuments(context, job, branch)
    return { phase, entry, branch }
  }
}
