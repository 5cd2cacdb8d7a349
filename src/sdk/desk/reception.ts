import { changeSecrets } from '../../engine/change-secrets.ts'
import { enrolPerson } from '../../engine/enrol-person.ts'
import { THE_SWITCH } from '../../engine/job-state.ts'
import { runCommand } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import type { PersonId } from '../../model/ids.ts'
import type { KillSwitch } from '../../model/kill-switch.ts'
import { NOTHING_HALTED } from '../../model/nothing-halted.ts'
import type { Person } from '../../model/person.ts'
import type { Desk } from '../desk.ts'
import { rowsInTurns } from '../rows-in-turns.ts'
import { localDesk } from './local-desk.ts'
import { hashPassphrase, isPassphrase } from './passphrase.ts'
import { type SeatPorts, takeSeat } from './seat.ts'
import { newToken, tokenHash } from './token.ts'

/** Puts a token where only its owner finds it. Called before the token counts, so that nobody is left without one. */
export type Keep = (person: PersonId, token: string) => Promise<void>

/** Where people come in: a store that nobody has signed in to yet. */
export class Reception {
  readonly #ports: SeatPorts
  readonly #own: string | undefined

  constructor(ports: SeatPorts, own?: string) {
    this.#ports = ports
    this.#own = own
  }

  /** What the store is known by: its own key first, then those that signed what it was restored from. */
  async names(): Promise<readonly string[]> {
    const all = Object.keys(await this.#ports.store.keys()).sort()
    return this.#own === undefined ? all : [this.#own, ...all.filter((key) => key !== this.#own)]
  }

  /** Whom a newcomer can ask for a token; nobody when the first is yet to join. */
  async administrators(): Promise<readonly PersonId[]> {
    const found: PersonId[] = []
    const orderOf = ({ enrolled_at }: Person) => enrolled_at
    const all = { table: 'people', index: 'all', equals: ['listed'], orderOf } as const
    for await (const { id, role, revoked_at } of rowsInTurns(this.#ports.store, all)) {
      if (role === 'admin' && revoked_at === null) found.push(id)
    }
    return found
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#ports.store.find({ table: 'people', index: 'all', equals: ['listed'], limit: 1 })).length === 0
  }

  /** The first who joins is the administrator. */
  async join(id: PersonId, keep: Keep): Promise<void> {
    const token = newToken()
    await keep(id, token)
    const enrolled_at = this.#ports.store.now().toISOString()
    const secrets = { token_hash: tokenHash(token), passphrase_hash: null }
    const person: Person = { id, role: 'admin', tenants: '*', ...secrets, enrolled_at, revoked_at: null }
    await runCommand(this.#ports, enrolPerson, { by: { kind: 'person', id }, change: false, person })
  }

  /** Exchanges a token that was handed over for one that only its owner has seen. A passphrase that was set with it stays. */
  async exchange(handedOver: string, keep: Keep, passphrase?: string): Promise<PersonId> {
    const seat = await takeSeat(this.#ports, handedOver)
    const { id: person, passphrase_hash: kept } = await seat.me()
    const knows = kept !== null && passphrase !== undefined && (await isPassphrase(passphrase, handedOver, kept))
    const token = newToken()
    await keep(person, token)
    const passphrase_hash = knows ? await hashPassphrase(passphrase, token) : null
    const secrets = { token_hash: tokenHash(token), passphrase_hash }
    await seat.run(changeSecrets, { by: seat.by, person, proved: knows ? kept : null, secrets })
    return person
  }

  /** Whether a token lets anybody in at this moment. */
  async isKnown(token: string): Promise<boolean> {
    try {
      await (await takeSeat(this.#ports, token)).me()
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_authorised') return false
      throw error
    }
  }

  /** What is halted here, for whoever can read the files. */
  async killSwitch(): Promise<KillSwitch> {
    return (await this.#ports.store.get('switches', THE_SWITCH))?.row ?? NOTHING_HALTED
  }

  /** The desk of whoever holds a token. */
  async desk(token: string): Promise<Desk> {
    return localDesk(await takeSeat(this.#ports, token))
  }

  async close(): Promise<void> {
    await this.#ports.store.close()
    await this.#ports.workspaces?.close()
  }
}
