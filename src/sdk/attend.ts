import type { CheckpointId, JobId } from '../model/ids.ts'
import type { Context } from './context.ts'
import { randomText } from './random-text.ts'
import { SESSION_SECONDS } from './session.ts'

/** What leases begin with by which somebody has a job open, or waits for an answer. */
export const ATTENDS = 'at:'
export const WAITS = 'waits:'

/** The lease by which somebody has a job open. */
export function attendName(job: string, who: string): string {
  return `${ATTENDS}${job}/${who}`
}

/** The lease by which somebody waits for an answer. */
export function waitName(checkpoint: string, who: string): string {
  return `${WAITS}${checkpoint}/${who}`
}

/** The job or the checkpoint that such a lease is about. No id of either has a slash. */
export function subjectOf(name: string): string {
  return name.slice(name.indexOf(':') + 1, name.indexOf('/'))
}

type Here = Pick<Context, 'store' | 'session'>

/** Says that this process has a job open. It holds as long as the session does, so that nobody has to renew it. */
export async function attend({ store, session }: Here, job: JobId): Promise<void> {
  if (session.attended.has(job)) return
  session.attended.add(job)
  await store.lease(attendName(job, session.id), session.holder, SESSION_SECONDS)
}

/** Says while it lasts that this process waits for an answer: whoever gives it reads whether somebody goes on. */
export async function whileWaiting<Result>(
  { store, session }: Here,
  checkpoint: CheckpointId,
  wait: () => Promise<Result>,
): Promise<Result> {
  // One process may wait for the same answer several times, and leave off once.
  const name = waitName(checkpoint, `${session.id}/${randomText()}`)
  // What people read about it is no reason not to wait.
  const said = store.lease(name, session.holder, SESSION_SECONDS).catch(() => null)
  try {
    return await wait()
  } finally {
    await said
    await store.release(name, session.holder).catch(() => undefined)
  }
}
