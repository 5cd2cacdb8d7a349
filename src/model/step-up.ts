import * as z from 'zod'
import { CheckpointId, PasskeyId, PersonId } from './ids.ts'
import { strict } from './strict.ts'

/** How somebody can prove afresh that it is them. */
const STEP_UP_KINDS = ['passkey', 'code', 'passphrase'] as const

/** A fresh proof of presence, as the log keeps it. */
export const StepUp = z
  .object({
    kind: z.enum(STEP_UP_KINDS),
    /** When the proof was asked for; it is no older than that. */
    at: z.string(),
    /** Which one signed. */
    passkey: PasskeyId.optional(),
    /** Who read the code at a command line; nobody is named where the server's own terminal showed it. */
    read_by: PersonId.optional(),
  })
  .readonly()
export type StepUp = z.infer<typeof StepUp>

/** What a proof of presence can be for. One that was given for something is worth nothing for anything else. */
export const StepUpFor = z.discriminatedUnion('do', [
  strict({ do: z.literal('answer'), checkpoint: CheckpointId, content_hash: z.string().min(1).max(200) }),
  strict({ do: z.literal('add_passkey') }),
  strict({ do: z.literal('remove_passkey'), passkey: PasskeyId }),
])
export type StepUpFor = z.infer<typeof StepUpFor>

/** A proof of presence in the hand of whoever acts on it. */
export interface Proof extends StepUp {
  readonly for: StepUpFor
}
