import type { PullId } from '../../model/ids.ts'
import type { Context } from '../context.ts'
import { forgeBranch } from './forge-branch.ts'
import { BRIEF_MS, inHand } from './hand.ts'

/** Closes on the forge what was closed here, and takes its branch away. Done twice, it is the same. */
export async function closeOnForge(context: Pick<Context, 'store' | 'session' | 'forge'>, id: PullId): Promise<void> {
  const { store, forge } = context
  if (forge === undefined) return
  await inHand(context, { pull: id, patienceMs: BRIEF_MS }, async () => {
    const pull = (await store.get('pulls', id))?.row
    if (pull === undefined) return
    const branch = forgeBranch(pull)
    // Whoever opened it there may have ended before they could say so.
    const shown = pull.hosted ?? (await forge.host.find(branch))
    if (shown !== undefined) await forge.host.close(shown.number)
    await forge.host.deleteBranch(branch)
  })
}
