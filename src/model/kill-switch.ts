import * as z from 'zod'

const Thrown = z.object({ by: z.string(), at: z.string(), reason: z.string() }).readonly()
export type Thrown = z.infer<typeof Thrown>

/** What has been halted at once: everything, single agents, single tenants. One row, so that every gate looks at the whole. */
export const KillSwitch = z
  .object({
    all: Thrown.nullable(),
    agents: z.record(z.string(), Thrown).readonly(),
    tenants: z.record(z.string(), Thrown).readonly(),
  })
  .readonly()
export type KillSwitch = z.infer<typeof KillSwitch>
