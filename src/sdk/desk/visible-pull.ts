import { maySee } from '../../engine/access.ts'
import { noSuch } from '../../engine/job-state.ts'
import type { Workspaces } from '../../engine/ports.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { Seat } from './seat.ts'

/** A pull request that the person may see. */
export async function visiblePull(seat: Seat, id: PullId): Promise<Pull> {
  const pull = (await seat.store.get('pulls', id))?.row
  if (pull === undefined || !maySee(await seat.me(), pull.tenant)) throw noSuch('pull request', id)
  return pull
}

/** Where the files are; absent only where nobody keeps any. */
export function workspacesOf({ workspaces }: Seat): Workspaces {
  if (workspaces === undefined) throw new AppError('repository_missing')
  return workspaces
}
