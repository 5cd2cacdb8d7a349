import type { KeyObject } from 'node:crypto'
import type { Link, LogEntry, Store } from '../engine/ports.ts'
import { entryText, GENESIS, linkHash, linkText } from './chain.ts'
import { isSigned, publicKeyOf } from './signer.ts'

/** Where a chain ends; kept elsewhere, it shows later whether the end was cut off. */
export interface Head {
  readonly last: number
  readonly hash: string
}

/** What is wrong with a log. */
export type Flaw =
  /** The events of a link are not those that were signed: changed, removed, moved or added. */
  | 'events_differ'
  /** An event that no link covers. */
  | 'event_added'
  /** A link does not follow from the one before it: removed, changed or added. */
  | 'link_broken'
  /** A link is not signed by its key, or by a key that is not trusted. */
  | 'not_signed'
  /** The log ends before the head that somebody kept, or had another one there. */
  | 'head_missing'

/** What verifying found. A flaw lies between two sequence numbers; the first one found is told. */
export type ChainReport =
  | {
      readonly ok: true
      readonly events: number
      readonly links: number
      readonly head: Head | null
      /** Ids of the keys that have signed. */
      readonly keys: readonly string[]
    }
  | { readonly ok: false; readonly flaw: Flaw; readonly first: number; readonly last: number; readonly message: string }

/** What to verify a tenant's log against. */
export interface Proof {
  readonly tenant: string
  /** A head that was kept outside of the store. */
  readonly pinned?: Head | undefined
  /** The only keys whose signatures count; by default those that the store itself names. */
  readonly trusted?: readonly string[] | undefined
}

type Log = Pick<Store, 'entries' | 'links' | 'keys'>

const PAGE = 500

/** Reads the whole log of a tenant and says whether it is what was written. */
export async function verifyChain(log: Log, { tenant, pinned, trusted }: Proof): Promise<ChainReport> {
  const entries = new EntryReader(log, tenant)
  const chain = new Chain(trustedKeys(await log.keys(), trusted), pinned)
  for (;;) {
    for await (const link of linksOf(log, tenant, chain.last)) {
      const covered = await entries.upTo(link.last)
      const flaw = chain.flawOf(link) ?? flawOfEvents(link, covered)
      if (flaw !== undefined) return found(flaw, flaw === 'event_added' ? placeOf(covered) : link)
      chain.add(link)
    }
    const left = await entries.peek()
    if (left === undefined) break
    // Whoever writes meanwhile writes the link in the same commit.
    const [newer] = await log.links({ tenant, after: chain.last, limit: 1 })
    if (newer === undefined) return found('event_added', placeOf([left]))
  }
  if (pinned !== undefined && !chain.hasPinned) return found('head_missing', { first: pinned.last, last: pinned.last })
  return chain.report()
}

/** The links that have been found good so far. */
class Chain {
  readonly #keys: ReadonlyMap<string, KeyObject>
  readonly #pinned: Head | undefined
  readonly #signedBy = new Set<string>()
  #head: Link | undefined
  #links = 0
  #events = 0
  hasPinned = false

  constructor(keys: ReadonlyMap<string, KeyObject>, pinned: Head | undefined) {
    this.#keys = keys
    this.#pinned = pinned
  }

  /** Nothing as long as there is no link. */
  get last(): number | undefined {
    return this.#head?.last
  }

  /** Whether a link follows from the one before, and is signed. */
  flawOf(link: Link): Flaw | undefined {
    if (link.previous !== (this.#head?.hash ?? GENESIS) || link.first <= (this.last ?? 0)) return 'link_broken'
    const key = this.#keys.get(link.key)
    return key !== undefined && isSigned(linkText(link), link.signature, key) ? undefined : 'not_signed'
  }

  add(link: Link): void {
    this.#head = link
    this.#links++
    this.#events += link.count
    this.#signedBy.add(link.key)
    this.hasPinned ||= link.last === this.#pinned?.last && link.hash === this.#pinned.hash
  }

  report(): ChainReport {
    const head = this.#head === undefined ? null : { last: this.#head.last, hash: this.#head.hash }
    return { ok: true, events: this.#events, links: this.#links, head, keys: [...this.#signedBy] }
  }
}

function trustedKeys(
  keys: Readonly<Record<string, string>>,
  trusted: Proof['trusted'],
): ReadonlyMap<string, KeyObject> {
  const named = Object.entries(keys).filter(([id]) => trusted?.includes(id) ?? true)
  const readable = new Map<string, KeyObject>()
  for (const [id, pem] of named) {
    const key = publicKeyOf(id, pem)
    if (key !== undefined) readable.set(id, key)
  }
  return readable
}

/** Whether the events up to a link are those that it was made of. */
function flawOfEvents(link: Link, entries: readonly LogEntry[]): Flaw | undefined {
  if (entries[0] !== undefined && entries[0].seq < link.first) return 'event_added'
  const text = entries.map((entry) => entryText(entry.seq, entry)).join('')
  return entries.length === link.count && linkHash(link, text) === link.hash ? undefined : 'events_differ'
}

async function* linksOf(log: Log, tenant: string, behind: number | undefined): AsyncGenerator<Link> {
  for (let after = behind; ; ) {
    const page = await log.links({ tenant, after, limit: PAGE })
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.last
  }
}

/** Reads a tenant's events page by page and hands them out link by link. */
class EntryReader {
  readonly #log: Log
  readonly #tenant: string
  #page: readonly LogEntry[] = []
  #next = 0
  #after: number | undefined

  constructor(log: Log, tenant: string) {
    this.#log = log
    this.#tenant = tenant
  }

  /** The events not handed out yet whose number is at most `last`. */
  async upTo(last: number): Promise<readonly LogEntry[]> {
    const taken: LogEntry[] = []
    for (;;) {
      const entry = await this.peek()
      if (entry === undefined || entry.seq > last) return taken
      taken.push(entry)
      this.#next++
    }
  }

  /** The next event, which stays where it is. */
  async peek(): Promise<LogEntry | undefined> {
    if (this.#next < this.#page.length) return this.#page[this.#next]
    const page = await this.#log.entries({ tenant: this.#tenant, after: this.#after, limit: PAGE })
    this.#after = page.at(-1)?.seq ?? this.#after
    this.#page = page
    this.#next = 0
    return page[0]
  }
}

/** Where the first of some events stands. */
function placeOf([event]: readonly LogEntry[]): Pick<Link, 'first' | 'last'> {
  const seq = event?.seq ?? 0
  return { first: seq, last: seq }
}

const MESSAGES: Readonly<Record<Flaw, string>> = {
  events_differ: 'The events are not those that were signed: one was changed, removed, moved or added.',
  event_added: 'An event was added that no link covers.',
  link_broken: 'A link does not follow from the one before: one was changed, removed or added.',
  not_signed: 'A link is not signed by a key that counts.',
  head_missing: 'The log does not reach the head that was kept.',
}

function found(flaw: Flaw, { first, last }: Pick<Link, 'first' | 'last'>): ChainReport {
  return { ok: false, flaw, first, last, message: MESSAGES[flaw] }
}
