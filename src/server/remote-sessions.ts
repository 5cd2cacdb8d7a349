import { refuseSecrets } from '../engine/refuse-secrets.ts'
import type { Ports } from '../engine/run-command.ts'
import { doubtSession } from '../sdk/doubt-gone.ts'
import { leaseOf, OVER_HTTP, SESSION_SECONDS } from '../sdk/session.ts'
import type { ProgramPrincipal } from './access/principal.ts'

const RENEW_MS = (SESSION_SECONDS * 1000) / 3
const MOST_KNOWN = 10_000
const MOST_CLAIMS = 1000

/** Processes on other machines. Each is alive as long as it is heard of; what a silent one has claimed is in doubt. */
export class RemoteSessions {
  readonly #ports: Ports
  readonly #renewed = new Map<string, number>()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** The session's own name here: nobody else's token can speak for it. */
  nameOf({ owner }: Pick<ProgramPrincipal, 'owner'>, session: string): string {
    refuseSecrets(session, '/session')
    return `${owner}:${session}`
  }

  /** Something was heard of it. Written down only now and then, because each time is a commit. */
  async heard(principal: ProgramPrincipal, session: string): Promise<string> {
    const { store } = this.#ports
    const name = this.nameOf(principal, session)
    const now = store.now().getTime()
    const renewed = this.#renewed.get(name)
    if (renewed !== undefined && now - renewed < RENEW_MS) return until(renewed)
    if (this.#renewed.size >= MOST_KNOWN) this.#renewed.clear()
    await store.lease(leaseOf(name), holderOf(name, principal), SESSION_SECONDS)
    this.#renewed.set(name, now)
    return until(now)
  }

  /** It says that it is gone: nobody will record what it had claimed. What may run again is left for whoever asks again. */
  async end(principal: ProgramPrincipal, session: string): Promise<void> {
    const { store } = this.#ports
    const name = this.nameOf(principal, session)
    const holder = holderOf(name, principal)
    this.#renewed.delete(name)
    const claims = await doubtSession(this.#ports, name, MOST_CLAIMS)
    // Where there are more, whoever keeps the house finds them by the lease that ran out.
    if (claims < MOST_CLAIMS) await store.release(leaseOf(name), holder)
    else await store.lease(leaseOf(name), holder, 0.001)
  }
}

function until(renewed: number): string {
  return new Date(renewed + SESSION_SECONDS * 1000).toISOString()
}

/** Its lease alone says whether it is alive. */
export function holderOf(name: string, { tenant }: Pick<ProgramPrincipal, 'tenant'>): string {
  return JSON.stringify([OVER_HTTP, 0, null, name, tenant])
}
