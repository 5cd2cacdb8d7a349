import type { Workspaces } from '../../engine/ports.ts'
import { notePutBack } from '../../engine/pull/note-put-back.ts'
import { type Ports, runCommand } from '../../engine/run-command.ts'
import { SYSTEM } from '../../model/actor.ts'
import type { Pull } from '../../model/pull.ts'

/** A branch under review that somebody has deleted from the repository is put back where its pull request says it was, and the log says so. */
export async function putBackBranch(ports: Ports & { readonly workspaces: Workspaces }, pull: Pull): Promise<void> {
  if (pull.status !== 'open') return
  const { id, head } = pull
  await ports.workspaces.putBack(pull, () => runCommand(ports, notePutBack, { pull: id, by: SYSTEM, head }))
}
