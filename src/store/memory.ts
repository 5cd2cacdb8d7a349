import type {
  Brief,
  DueEffect,
  EventQuery,
  Lease,
  Link,
  LogEntry,
  Query,
  Store,
  StoredEvent,
  Table,
  Tables,
  Versioned,
  Write,
} from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import { Apart } from './apart.ts'
import { checkLimit } from './check-limit.ts'
import { type EncodedEffect, encodeWrite } from './encode-write.ts'
import { MemoryLog } from './memory-log.ts'
import { MemoryRows } from './memory-rows.ts'
import { newSigner } from './signer.ts'
import { steadyClock } from './steady-clock.ts'
import { storedEvent } from './stored-event.ts'
import { leaseLength, leaseOf, type StoredLease, takeLease } from './take-lease.ts'

interface WaitingEffect extends EncodedEffect {
  readonly tries: number
  readonly due: number
}

/** Keeps everything in this process, for tests and for thinking aloud. Nothing survives it. */
export class MemoryStore implements Store {
  readonly now: () => Date
  readonly #signer = newSigner()
  readonly #apart = new Apart()
  readonly #rows = new MemoryRows(this.#apart)
  readonly #log = new MemoryLog(this.#signer)
  readonly #effects = new Map<string, WaitingEffect>()
  readonly #leases = new Map<string, StoredLease>()
  readonly #watchers = new Set<() => void>()
  #epoch = 0
  #closed = false

  constructor(clock: () => Date = () => new Date()) {
    this.now = steadyClock(clock)
  }

  async get<Name extends Table>(table: Name, id: string): Promise<Versioned<Tables[Name]> | undefined> {
    return this.#rows.get(table, id)
  }

  async find<Name extends Table>(query: Query<Name>): Promise<readonly Versioned<Tables[Name]>[]> {
    return this.#rows.find(query)
  }

  async getBrief<Name extends Table>(table: Name, id: string): Promise<Versioned<Brief<Name>> | undefined> {
    return this.#rows.getBrief(table, id)
  }

  async findBrief<Name extends Table>(query: Query<Name>): Promise<readonly Versioned<Brief<Name>>[]> {
    return this.#rows.findBrief(query)
  }

  async append(write: Write): Promise<{ readonly last: number }> {
    const encoded = encodeWrite(write, this.#apart)
    this.#refuseWhenClosed()
    this.#rows.check(encoded)
    this.#rows.put(encoded.rows)
    this.#log.add(encoded.events)
    for (const effect of encoded.effects) {
      if (!this.#effects.has(effect.id)) this.#effects.set(effect.id, { ...effect, tries: 0, due: 0 })
    }
    this.#tell()
    return { last: this.#log.last }
  }

  async forgetAnswers(before: Date, limit: number): Promise<number> {
    this.#refuseWhenClosed()
    return this.#rows.forgetAnswers(before, checkLimit(limit))
  }

  async last(): Promise<number> {
    return this.#log.last
  }

  async events(query: EventQuery): Promise<readonly StoredEvent[]> {
    return this.#log.entries(query).map(storedEvent)
  }

  async entries(query: EventQuery): Promise<readonly LogEntry[]> {
    return this.#log.entries(query)
  }

  async links(query: { tenant: string; after?: number | undefined; limit: number }): Promise<readonly Link[]> {
    return this.#log.links(query)
  }

  async tenants(): Promise<readonly string[]> {
    return this.#log.tenants()
  }

  async keys(): Promise<Readonly<Record<string, string>>> {
    return { [this.#signer.key]: this.#signer.publicKey }
  }

  async dueEffects(limit: number): Promise<readonly DueEffect[]> {
    const now = this.now().getTime()
    return [...this.#effects.values()]
      .filter((effect) => effect.due <= now)
      .sort((a, b) => a.due - b.due)
      .slice(0, checkLimit(limit))
      .map(({ id, kind, tenant, body, tries }) => ({ id, kind, tenant, body: JSON.parse(body), tries }))
  }

  async endEffect(id: string): Promise<void> {
    this.#refuseWhenClosed()
    this.#effects.delete(id)
    this.#tell()
  }

  async retryEffect(id: string, { at }: { readonly at: Date; readonly error: string }): Promise<void> {
    this.#refuseWhenClosed()
    const effect = this.#effects.get(id)
    if (effect === undefined) return
    this.#effects.set(id, { ...effect, tries: effect.tries + 1, due: at.getTime() })
    this.#tell()
  }

  async lease(name: string, holder: string, seconds: number): Promise<Lease | null> {
    const asked = { name, holder, length: leaseLength(seconds), now: this.now().getTime(), epoch: this.#epoch + 1 }
    this.#refuseWhenClosed()
    const { lease, taken } = takeLease(this.#leases.get(name), asked)
    this.#leases.set(name, lease)
    this.#epoch = Math.max(this.#epoch, lease.epoch)
    this.#tell()
    return taken ? leaseOf(lease) : null
  }

  async release(name: string, holder: string): Promise<void> {
    this.#refuseWhenClosed()
    if (this.#leases.get(name)?.holder === holder) this.#leases.delete(name)
    this.#tell()
  }

  async leases(prefix: string): Promise<readonly Lease[]> {
    const found = [...this.#leases.values()].filter(({ name }) => name.startsWith(prefix))
    return found.sort((a, b) => (a.name < b.name ? -1 : 1)).map(leaseOf)
  }

  watch(changed: () => void): () => void {
    const watcher = (): void => changed()
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  stopped(): AppError | null {
    return this.#closed ? new AppError('store_stopped', [], { message: 'The store is closed.' }) : null
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#watchers.clear()
  }

  #refuseWhenClosed(): void {
    const stopped = this.stopped()
    if (stopped !== null) throw stopped
  }

  /** Watchers run after whoever wrote has gone on, as they do when the news comes from another process. */
  #tell(): void {
    for (const watcher of this.#watchers) queueMicrotask(watcher)
  }
}
