import type { Lease, Store } from '../engine/ports.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { Job } from '../model/job.ts'
import type { Presence } from '../model/presence.ts'
import { isUnkeyed } from '../model/unkeyed.ts'
import { ATTENDS, subjectOf, WAITS } from './attend.ts'
import { isGone, leaseOf, OVER_HTTP, SESSION_SECONDS } from './session.ts'

/** Who is there at this moment, for jobs and for what is held in them. */
export interface Presences {
  /** Null where nothing is to go on any more. */
  ofJob(job: Pick<Job, 'id' | 'path' | 'key' | 'program' | 'held' | 'ended_at'>): Presence | null
  ofHold(checkpoint: Pick<Checkpoint, 'id' | 'job' | 'path' | 'key'>): Presence
}

type Looking = Pick<Store, 'leases' | 'now'>

/** Looks around once, for as many jobs as are shown together. */
export async function presences(store: Looking): Promise<Presences> {
  const isThere = await whoIsThere(store)
  const attended = Map.groupBy(await store.leases(ATTENDS), ({ name }) => subjectOf(name))
  const waited = new Set((await store.leases(WAITS)).filter(isThere).map(({ name }) => subjectOf(name)))

  /** A child goes on with the job that it works for. */
  const near = (line: readonly string[], held: readonly string[]): Presence | undefined => {
    const leases = line.flatMap((job) => attended.get(job) ?? [])
    if (leases.some(isThere) || held.some((checkpoint) => waited.has(checkpoint))) return THERE
    const heard = leases.filter(isOverHttp).map(heardAt).sort().at(-1)
    return heard === undefined ? undefined : { is: 'silent', heard_at: heard }
  }
  return {
    ofJob: ({ id, path, key, program, held, ended_at }) => {
      if (ended_at !== null) return null
      const isFound = key !== null || program !== null || path.length > 0
      return near([id, ...path], held) ?? (isFound ? AWAY : LOST)
    },
    ofHold: ({ id, job, path, key }) =>
      waited.has(id) ? WAITING : (near([job, ...path], []) ?? (isUnkeyed(key) ? LOST : AWAY)),
  }
}

const WAITING: Presence = { is: 'waiting', heard_at: null }
const THERE: Presence = { is: 'there', heard_at: null }
const AWAY: Presence = { is: 'away', heard_at: null }
const LOST: Presence = { is: 'lost', heard_at: null }

/** Tells whether whoever said something is still there: a process on the files is as long as its session, one elsewhere is heard of. */
export async function whoIsThere(store: Looking): Promise<(said: Lease) => boolean> {
  const now = store.now()
  const sessions = await store.leases(leaseOf(''))
  const there = new Set(sessions.filter((lease) => !isGone(lease, now)).map(({ name }) => name))
  return (said) => (isOverHttp(said) ? !isGone(said, now) : there.has(leaseOf(String(partsOf(said)[3]))))
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
