import type { PullId } from '../../model/ids.ts'
import type { Context } from '../context.ts'
import { inHand, PATIENT_MS } from './hand.ts'
import { takePushes } from './take-pushes.ts'
import { isTended } from './tend-pull.ts'

/** Takes in what people have pushed on the forge by this moment, before anybody goes on from what is known here. */
export async function takeLatest(context: Context, id: PullId): Promise<void> {
  const { store, policies, workspaces, forge } = context
  if (forge === undefined) return
  await inHand(context, { pull: id, patienceMs: PATIENT_MS }, async () => {
    const pull = (await store.get('pulls', id))?.row
    if (pull?.hosted === undefined || !isTended(pull)) return
    const own = await forge.host.whoAmI()
    await takePushes({ store, policies, workspaces, forge, own }, pull, await forge.host.read(pull.hosted.number))
  })
}
