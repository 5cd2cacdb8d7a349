import * as z from 'zod'
import { PasskeyId, PersonId } from './ids.ts'

/** Nobody has more; whoever needs another removes one. */
export const MOST_PASSKEYS = 10

/** What a person calls a passkey, to tell it from their others. */
export const PasskeyName = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{C}]*$/u, { error: 'A name is one line without hidden characters.' })

/** A key on a device of a person's, which signs when that person shows the device that it is them. Only its public half is here. */
export const Passkey = z
  .object({
    id: PasskeyId,
    person: PersonId,
    /** What the device knows it by. */
    credential: z.string(),
    /** As the device gave it (COSE), in base64url. */
    public_key: z.string(),
    /** How often the device says that it signed; 0 for devices that do not count. */
    counter: z.int().min(0),
    transports: z.array(z.string()).readonly(),
    /** Whether it can leave its device. */
    device_type: z.enum(['single_device', 'multi_device']),
    backed_up: z.boolean(),
    /** The name of the server at which it was made; browsers offer it nowhere else. */
    rp_id: z.string(),
    name: PasskeyName,
    registered_at: z.string(),
    used_at: z.string().nullable(),
  })
  .readonly()
export type Passkey = z.infer<typeof Passkey>

/** The passkeys of one person, as one row: of two that are added at once, each counts the other. */
export const Passkeys = z.object({ person: PersonId, keys: z.array(Passkey).readonly() }).readonly()
export type Passkeys = z.infer<typeof Passkeys>
