import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Lease, Store } from '../engine/ports.ts'
import { LOCAL, type TenantId } from '../model/ids.ts'

/** How long a session counts as alive after it was last heard of. */
export const SESSION_SECONDS = 30

/** Where a session runs of which only its server knows: on no machine that anybody here could look at. */
export const OVER_HTTP = 'over HTTP'

/** One running process that has opened the store. */
export interface Session {
  readonly id: string
  readonly lease: string
  /** Where it runs, so that others on the same machine can see at once that it is gone. */
  readonly holder: string
  /** Aborted when it lets go of the store, so that whoever still waits is told. */
  readonly over: AbortController
  /** The jobs that it has said it has open. */
  readonly attended: Set<string>
}

/** A new session of this process, which works for a tenant. */
export function newSession(tenant: TenantId): Session {
  const id = `ses_${randomBytes(9).toString('base64url')}`
  const holder = JSON.stringify([machine(), process.pid, startOf(process.pid), id, tenant])
  return { id, lease: leaseOf(id), holder, over: new AbortController(), attended: new Set() }
}

/** The name under which a session keeps itself alive. */
export function leaseOf(session: string): string {
  return `session:${session}`
}

/** For which tenant the holder of a session works. */
export function tenantOf({ holder }: Lease): TenantId {
  const [, , , , tenant = LOCAL] = JSON.parse(holder) as readonly [string, number, string | null, string, TenantId?]
  return tenant
}

/** Sessions of this process that are over and could not say so in a store that had stopped. The process itself goes on. */
const OVER = new Set<string>()

/** Says of a session of this process that nobody will come back to it, where the store does not take that any more. */
export function giveUp({ id }: Session): void {
  OVER.add(id)
}

/** Whether whoever held this lease is gone for good. A process on another machine gets the benefit of its lease. */
export function isGone({ holder, until }: Lease, now: Date): boolean {
  const [host, pid, start, id] = JSON.parse(holder) as [string, number, string | null, string]
  if (OVER.has(id)) return true
  if (host === machine()) return !isRunning(pid) || startOf(pid) !== start
  return Date.parse(until) < now.getTime()
}

/** Whether nobody will come back to what a session claimed. Leases are found by how they begin, and one name may begin another. */
export async function isDead(store: Pick<Store, 'leases' | 'now'>, session: string): Promise<boolean> {
  const lease = await leaseHeld(store, session)
  return lease === undefined || isGone(lease, store.now())
}

/** Whether a session has said that it is gone, or never that it is there. */
export async function isUnknown(store: Pick<Store, 'leases'>, session: string): Promise<boolean> {
  return (await leaseHeld(store, session)) === undefined
}

async function leaseHeld(store: Pick<Store, 'leases'>, session: string): Promise<Lease | undefined> {
  const name = leaseOf(session)
  return (await store.leases(name)).find((held) => held.name === name)
}

let here: string | undefined

/** Where process numbers mean the same. A process stays where it is, so it looks once. */
function machine(): string {
  here ??= thisMachine()
  return here
}

/** A machine since it was started, or one container of it: after a start the same numbers are given out again, from the same moment on. */
function thisMachine(): string {
  const parts = [
    hostname(),
    told(() => readlinkSync('/proc/self/ns/pid')),
    told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()),
  ]
  return parts.filter((part) => part !== undefined).join(' ')
}

/** Nothing where the system does not tell. */
function told(look: () => string): string | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * When a process began, where the system tells: another process may get the same number later. One that is dead keeps its
 * number until it is reaped, so it gets a start that nobody has.
 */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [, state, ...rest] = stat.slice(stat.lastIndexOf(')')).split(' ')
    return state === 'Z' ? 'dead' : (rest[18] ?? null)
  } catch {
    return null
  }
}
