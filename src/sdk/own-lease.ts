import { randomBytes } from 'node:crypto'
import type { Context } from './context.ts'
import { isGone } from './session.ts'

const SECONDS = 30
const RENEW_EVERY_MS = (SECONDS * 1000) / 3

/** A lease for one piece of work: two pieces of one process keep each other out as those of two processes do. */
export interface OwnLease {
  /** Names this piece of work. */
  readonly id: string
  readonly epoch: number
  /** Whether nobody else has it by now; if so, it lasts its whole time again. */
  keep(): Promise<boolean>
  /** Calls back when somebody else has it. */
  onLost(lost: () => void): void
  release(): Promise<void>
}

interface Wanted {
  readonly name: string
  /** What the ids of such pieces of work begin with. */
  readonly as: string
}

/** Takes a lease and keeps it until it is released; null while somebody who is alive has it. */
export async function ownLease(
  { store, session }: Pick<Context, 'store' | 'session'>,
  { name, as }: Wanted,
): Promise<OwnLease | null> {
  const id = `${as}_${randomBytes(9).toString('base64url')}`
  const holder = JSON.stringify([...(JSON.parse(session.holder) as unknown[]).slice(0, 3), id])
  const lease =
    (await store.lease(name, holder, SECONDS)) ??
    ((await dismissDead()) ? await store.lease(name, holder, SECONDS) : null)
  if (lease === null) return null

  let lost: () => void = () => undefined
  const keep = async () => (await store.lease(name, holder, SECONDS))?.epoch === lease.epoch
  const renew = async () => {
    if (!(await keep())) lost()
  }
  // Whatever keeps it from being renewed shows when it is next needed.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS)
  timer.unref()
  return {
    id,
    epoch: lease.epoch,
    keep,
    onLost: (then) => {
      lost = then
    },
    release: async () => {
      clearInterval(timer)
      await store.release(name, holder)
    },
  }

  /** On the same machine nobody has to wait for the lease of a process that is gone. */
  async function dismissDead(): Promise<boolean> {
    const other = (await store.leases(name)).find((held) => held.name === name)
    if (other === undefined) return true
    if (!isGone(other, store.now())) return false
    await store.release(name, other.holder)
    return true
  }
}
