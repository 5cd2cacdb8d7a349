import type { Lease, Store } from '../engine/ports.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { Job } from '../model/job.ts'
import type { Presence } from '../model/presence.ts'
import { isUnkeyed } from '../model/unkeyed.ts'
import { ATTENDS, attendName, subjectOf, WAITS, waitName } from './attend.ts'
import { isGone, leaseOf, OVER_HTTP, SESSION_SECONDS } from './session.ts'

/** Who is there at this moment, for jobs. */
export interface Presences {
  /** Null where nothing is to go on any more. */
  ofJob(job: Pick<Job, 'id' | 'path' | 'key' | 'program' | 'held' | 'ended_at'>): Presence | null
}

type Looking = Pick<Store, 'leases' | 'now'>
type IsThere = (said: Lease) => boolean

/** Looks around once, for as many jobs as are shown together. */
export async function presences(store: Looking): Promise<Presences> {
  const isThere = await whoIsThere(store)
  const attended = Map.groupBy(await store.leases(ATTENDS), ({ name }) => subjectOf(name))
  const waited = new Set((await store.leases(WAITS)).filter(isThere).map(({ name }) => subjectOf(name)))
  return {
    ofJob: ({ id, path, key, program, held, ended_at }) => {
      if (ended_at !== null) return null
      if (held.some((checkpoint) => waited.has(checkpoint))) return THERE
      const isFound = key !== null || program !== null || path.length > 0
      const leases = [id, ...path].flatMap((job) => attended.get(job) ?? [])
      return near(leases, isThere) ?? (isFound ? AWAY : LOST)
    },
  }
}

/** Who is there for one thing that is held: looks at nobody who has said nothing of it, because each answer asks. */
export async function presenceOfHold(
  store: Looking,
  { id, job, path, key }: Pick<Checkpoint, 'id' | 'job' | 'path' | 'key'>,
): Promise<Presence> {
  const waits = await store.leases(waitName(id, ''))
  const attends: Lease[] = []
  for (const one of [job, ...path]) attends.push(...(await store.leases(attendName(one, ''))))
  const isThere = await whoIsThere(store, [...waits, ...attends])
  if (waits.some(isThere)) return WAITING
  return near(attends, isThere) ?? (isUnkeyed(key) ? LOST : AWAY)
}

/** Of those who have a job open, or one that it works for: a child goes on with the job that it works for. */
function near(attends: readonly Lease[], isThere: IsThere): Presence | undefined {
  if (attends.some(isThere)) return THERE
  const heard = attends.filter(isOverHttp).map(heardAt).sort().at(-1)
  return heard === undefined ? undefined : { is: 'silent', heard_at: heard }
}

const WAITING: Presence = { is: 'waiting', heard_at: null }
const THERE: Presence = { is: 'there', heard_at: null }
const AWAY: Presence = { is: 'away', heard_at: null }
const LOST: Presence = { is: 'lost', heard_at: null }

/**
 * Tells whether whoever said something is still there: a process on the files is as long as its session, one elsewhere is heard of.
 * Where it is only asked of some, nobody looks at the sessions of others.
 */
export async function whoIsThere(store: Looking, some?: readonly Lease[]): Promise<IsThere> {
  const now = store.now()
  const sessions = some === undefined ? await store.leases(leaseOf('')) : await sessionsOf(store, some)
  const there = new Set(sessions.filter((lease) => !isGone(lease, now)).map(({ name }) => name))
  return (said) => (isOverHttp(said) ? !isGone(said, now) : there.has(sessionOf(said)))
}

async function sessionsOf(store: Looking, some: readonly Lease[]): Promise<readonly Lease[]> {
  const names = new Set(some.filter((said) => !isOverHttp(said)).map(sessionOf))
  const found: Lease[] = []
  for (const name of names) found.push(...(await store.leases(name)).filter((lease) => lease.name === name))
  return found
}

/** The lease of the session that said something. */
function sessionOf(said: Lease): string {
  return leaseOf(String(partsOf(said)[3]))
}

/** Whether only its server knows of it, so that silence does not tell that it is gone. */
export function isOverHttp(said: Lease): boolean {
  return partsOf(said)[0] === OVER_HTTP
}

function partsOf({ holder }: Lease): readonly unknown[] {
  return JSON.parse(holder) as readonly unknown[]
}

function heardAt({ until }: Lease): string {
  return new Date(Date.parse(until) - SESSION_SECONDS * 1000).toISOString()
}
