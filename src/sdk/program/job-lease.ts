import { randomBytes } from 'node:crypto'
import { AppError } from '../../model/errors.ts'
import type { JobId } from '../../model/ids.ts'
import type { Context } from '../context.ts'
import { isGone } from '../session.ts'

const SECONDS = 30
const RENEW_EVERY_MS = (SECONDS * 1000) / 3

/** The right to drive one job, held by one run of one process. */
export interface JobLease {
  readonly driver: string
  readonly epoch: number
  /** Calls back when somebody else has it. */
  onLost(lost: () => void): void
  release(): Promise<void>
}

/** Takes the right to drive a job. Throws `still_running` while another run has it. */
export async function leaseJob({ store, session }: Context, job: JobId): Promise<JobLease> {
  const name = `job:${job}`
  const driver = `drv_${randomBytes(9).toString('base64url')}`
  const holder = JSON.stringify([...(JSON.parse(session.holder) as unknown[]).slice(0, 3), driver])
  const lease =
    (await store.lease(name, holder, SECONDS)) ??
    ((await dismissDead()) ? await store.lease(name, holder, SECONDS) : null)
  if (lease === null) {
    throw new AppError('still_running', [], { message: `Job ${job} is driven by another process.`, details: { job } })
  }

  let lost: () => void = () => undefined
  const renew = async () => {
    const kept = await store.lease(name, holder, SECONDS)
    if (kept?.epoch !== lease.epoch) lost()
  }
  // Whatever keeps it from being renewed shows at the next write, which is fenced.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS)
  timer.unref()
  return {
    driver,
    epoch: lease.epoch,
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
