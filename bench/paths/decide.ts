import { openByHand } from '../decide/by-hand.ts'
import { openOurs } from '../decide/ours.ts'
import { openPeers } from '../decide/peers.ts'
import type { Effort } from '../effort.ts'
import { measure } from '../measure.ts'
import { progress } from '../progress.ts'
import type { Row } from '../result.ts'

/** How many gates a second one thread decides, beside other policy engines with the same policy. */
export async function benchDecide(effort: Effort): Promise<readonly Row[]> {
  const peers = effort.peers ? await openPeers() : []
  const contenders = [await openOurs(), ...peers]
  progress(`decide: ${contenders.length} contender(s) and the floor answer every sample as expected`)
  return measure({ path: 'decide', unit: 'decisions/s', floor: openByHand(), contenders }, effort)
}
