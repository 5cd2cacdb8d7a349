import { doubtAttempt } from '../engine/doubt-attempt.ts'
import { hasEnded } from '../engine/job-state.ts'
import type { Lease } from '../engine/ports.ts'
import { type Ports, runCommand } from '../engine/run-command.ts'
import type { JobId } from '../model/ids.ts'
import { rowsInTurns } from './rows-in-turns.ts'
import { isGone, isUnknown, leaseOf } from './session.ts'

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

/**
 * The same of what was claimed in a session that nobody knows of any more. It had said that it was gone while the claim was on its way, and no
 * lease leads to that.
 */
export async function doubtLost(ports: Ports): Promise<void> {
  const { store } = ports
  const orderOf = ({ claimed_at }: { readonly claimed_at: string }) => claimed_at
  const known = new Set((await store.leases(leaseOf(''))).map(({ name }) => name))
  const lost = new Set<string>()
  for (const tenant of await store.tenants()) {
    const query = { table: 'attempts', index: 'by_status', equals: [tenant, 'claimed'], orderOf } as const
    for await (const { session } of rowsInTurns(store, query)) {
      // Looked at again after the claim was read: whoever claims has said before that it is there.
      if (!known.has(leaseOf(session)) && (await isUnknown(store, session))) lost.add(session)
    }
  }
  for (const session of lost) await doubtSession(ports, session)
}

/** Gives how many claims of the session there were, or `most`. What may run again is left for whoever asks again, where its job still lets somebody. */
export async function doubtSession(ports: Ports, session: string, most = Number.POSITIVE_INFINITY): Promise<number> {
  let count = 0
  const orderOf = ({ claimed_at }: { readonly claimed_at: string }) => claimed_at
  const query = { table: 'attempts', index: 'by_session', equals: [session], orderOf } as const
  for await (const row of rowsInTurns(ports.store, query)) {
    if (!row.idempotent || (await isOver(ports, row.job))) await runCommand(ports, doubtAttempt, { attempt: row.id })
    count += 1
    if (count === most) break
  }
  return count
}

async function isOver({ store }: Ports, job: JobId): Promise<boolean> {
  const found = await store.getBrief('jobs', job)
  return found === undefined || hasEnded(found.row)
}
