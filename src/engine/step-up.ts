import type { Passkey } from '../model/passkey.ts'
import type { Proof, StepUp, StepUpFor } from '../model/step-up.ts'

/** How long a proof of presence is good. */
const SECONDS = 300

/** Whether a proof is for exactly this, and fresh. What can't be read as a time is not. */
export function proves(proof: Proof | null, wanted: StepUpFor, now: Date): proof is Proof {
  if (proof === null || !isSame(proof.for, wanted)) return false
  const age = (now.getTime() - Date.parse(proof.at)) / 1000
  return age >= 0 && age <= SECONDS
}

/** Whether the passkey behind a proof is still there: one that was removed in the meantime proves nothing. */
export function stillHas(keys: readonly Passkey[], proof: Proof | null): boolean {
  return proof?.kind !== 'passkey' || keys.some(({ id }) => id === proof.passkey)
}

/** As the log keeps it: what it was for stands in the same event. */
export function kept({ kind, at, passkey, read_by }: Proof): StepUp {
  return { kind, at, ...(passkey !== undefined && { passkey }), ...(read_by !== undefined && { read_by }) }
}

function isSame(one: StepUpFor, other: StepUpFor): boolean {
  if (one.do === 'answer') {
    return other.do === 'answer' && one.checkpoint === other.checkpoint && one.content_hash === other.content_hash
  }
  if (one.do === 'remove_passkey') return other.do === 'remove_passkey' && one.passkey === other.passkey
  return one.do === other.do
}
