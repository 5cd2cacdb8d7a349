import type { Store } from '../../engine/ports.ts'
import type { StepUpFor } from '../../model/step-up.ts'
import type { PersonPrincipal } from './principal.ts'

/** What a proof of presence was asked for, by whom and from where. It proves nothing else. */
export interface About {
  readonly person: string
  /** The sign-in that asked: another browser of the same person asks for itself. */
  readonly via: string
  readonly for: StepUpFor
  /** The commit that was on the screen, where a pull request is reviewed. */
  readonly head: string | null
}

/** The same for everybody who asks by their own token. */
const OWN_TOKEN = 'token'

/** What somebody wants to do, for which they have to prove that it is them. */
export interface Wanted {
  readonly for: StepUpFor
  /** What they say they saw; the one that stands there where they say nothing. */
  readonly head?: string
}

/** What a proof of theirs would be about. */
export async function aboutOf(
  store: Store,
  { actor, session }: PersonPrincipal,
  { for: what, head }: Wanted,
): Promise<About> {
  const seen = head ?? (what.do === 'answer' ? await headOf(store, what.checkpoint) : null)
  return { person: actor.id, via: session ?? OWN_TOKEN, for: what, head: seen }
}

async function headOf(store: Store, checkpoint: string): Promise<string | null> {
  const pull = (await store.get('checkpoints', checkpoint))?.row.pull
  return pull === undefined ? null : ((await store.get('pulls', pull))?.row.head ?? null)
}
