import type { Lease, Store } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import { orStopped } from '../sdk/or-stopped.ts'
import { isGone, type Session } from '../sdk/session.ts'

const NAME = 'server'
const SECONDS = 30

/** The right to be the one server of a folder. Agents and commands may use the folder beside it. */
export class ServerLease {
  readonly #store: Store
  readonly #holder: string
  #timer: NodeJS.Timeout | undefined

  /** The address stands in the lease, so that commands find the server. */
  constructor(store: Store, session: Session, url: string) {
    this.#store = store
    this.#holder = JSON.stringify([...(JSON.parse(session.holder) as unknown[]), url])
  }

  /** Takes it, and keeps it until it is released. Throws `already_serving` where another server is alive. */
  async take(): Promise<void> {
    for (const lease of await standing(this.#store)) await this.#store.release(NAME, lease.holder)
    if ((await this.#store.lease(NAME, this.#holder, SECONDS)) === null) throw new AppError('already_serving')
    this.#timer = setInterval(() => void this.#renew(), (SECONDS * 1000) / 3)
    this.#timer.unref()
  }

  async release(): Promise<void> {
    clearInterval(this.#timer)
    await this.#store.release(NAME, this.#holder).catch(orStopped)
  }

  async #renew(): Promise<void> {
    await this.#store.lease(NAME, this.#holder, SECONDS).catch(() => undefined)
  }
}

/** Throws `already_serving` where a server of this folder is alive; whoever listens first would only hear that its port is taken. */
export async function refuseSecond(store: Store): Promise<void> {
  await standing(store)
}

/** What servers have left that are gone. Throws where one is alive. */
async function standing(store: Store): Promise<readonly Lease[]> {
  const leases = (await store.leases(NAME)).filter(({ name }) => name === NAME)
  const alive = leases.find((lease) => !isGone(lease, store.now()))
  if (alive !== undefined) throw taken(alive)
  return leases
}

/** Where the server of a folder is found; undefined where none is running. */
export async function serverOf(store: Store): Promise<string | undefined> {
  const lease = (await store.leases(NAME)).find(({ name }) => name === NAME)
  return lease === undefined || isGone(lease, store.now()) ? undefined : urlIn(lease)
}

function urlIn({ holder }: Lease): string | undefined {
  const url = (JSON.parse(holder) as unknown[]).at(-1)
  return typeof url === 'string' && URL.canParse(url) ? url : undefined
}

function taken(lease: Lease): AppError {
  const url = urlIn(lease) ?? ''
  const message = `A server is running in this folder: ${url}`
  return new AppError('already_serving', [], { message, details: { url, next: 'Sign in to it: leeway open' } })
}
