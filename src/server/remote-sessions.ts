import type { Store } from '../engine/ports.ts'
import { leaseOf, SESSION_SECONDS } from '../sdk/session.ts'

const RENEW_MS = (SESSION_SECONDS * 1000) / 3
const MOST_KNOWN = 10_000

/** Processes on other machines. Each is alive as long as it is heard of; what a silent one has claimed is in doubt. */
export class RemoteSessions {
  readonly #store: Store
  readonly #renewed = new Map<string, number>()

  constructor(store: Store) {
    this.#store = store
  }

  /** The session's own name here: nobody else's token can speak for it. */
  nameOf(owner: string, session: string): string {
    return `${owner}:${session}`
  }

  /** Something was heard of it. Written down only now and then, because each time is a commit. */
  async heard(name: string): Promise<string> {
    const now = this.#store.now().getTime()
    const renewed = this.#renewed.get(name)
    if (renewed !== undefined && now - renewed < RENEW_MS) return until(renewed)
    if (this.#renewed.size >= MOST_KNOWN) this.#renewed.clear()
    await this.#store.lease(leaseOf(name), holderOf(name), SESSION_SECONDS)
    this.#renewed.set(name, now)
    return until(now)
  }

  /** It says that it is gone; whoever keeps the house looks after what it left. */
  async end(name: string): Promise<void> {
    this.#renewed.delete(name)
    await this.#store.lease(leaseOf(name), holderOf(name), 0.001)
  }
}

function until(renewed: number): string {
  return new Date(renewed + SESSION_SECONDS * 1000).toISOString()
}

/** On no machine that anybody could look at, so that its lease alone says whether it is alive. */
function holderOf(name: string): string {
  return JSON.stringify(['over HTTP', 0, null, name])
}
