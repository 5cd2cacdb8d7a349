import type { PullId } from '../../model/ids.ts'
import type { Context } from '../context.ts'
import { forgeBranch } from './forge-branch.ts'

/** Closes on the forge what was closed here, and takes its branch away. Done twice, it is the same. */
export async function closeOnForge({ store, forge }: Pick<Context, 'store' | 'forge'>, id: PullId): Promise<void> {
  const pull = (await store.get('pulls', id))?.row
  if (forge === undefined || pull?.hosted === undefined) return
  await forge.host.close(pull.hosted.number)
  await forge.host.deleteBranch(forgeBranch(pull))
}
