import { doubtAttempt } from '../engine/doubt-attempt.ts'
import type { Lease } from '../engine/ports.ts'
import { type Ports, runCommand } from '../engine/run-command.ts'
import { isGone, leaseOf } from './session.ts'

const PAGE = 200

/** Sessions that are still there, and those that turned out to be gone. */
export interface Sessions {
  readonly there: readonly Lease[]
  readonly gone: readonly Lease[]
}

/** What was claimed by a process that is gone has an unknown outcome. */
export async function doubtGone(ports: Ports): Promise<Sessions> {
  const { store } = ports
  const there: Lease[] = []
  const gone: Lease[] = []
  for (const lease of await store.leases(leaseOf(''))) {
    if (!isGone(lease, store.now())) {
      there.push(lease)
      continue
    }
    gone.push(lease)
    const dead = lease.name.slice(leaseOf('').length)
    if ((await doubtSession(ports, dead)) === 0) await store.release(lease.name, lease.holder)
  }
  return { there, gone }
}

/** Gives how many claims of the session there were. What may run again is left for whoever asks again. */
export async function doubtSession(ports: Ports, session: string): Promise<number> {
  let count = 0
  let after: { value: string; id: string } | undefined
  for (;;) {
    const query = { table: 'attempts', index: 'by_session', equals: [session], after, limit: PAGE } as const
    const claims = await ports.store.find(query)
    for (const { row } of claims) if (!row.idempotent) await runCommand(ports, doubtAttempt, { attempt: row.id })
    count += claims.length
    const last = claims.at(-1)
    if (last === undefined || claims.length < PAGE) return count
    after = { value: last.row.claimed_at, id: last.id }
  }
}
