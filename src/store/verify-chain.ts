import type { KeyObject } from 'node:crypto'
import type { Link, LogEntry, Store } from '../engine/ports.ts'
import { quote } from '../model/quote.ts'
import { entryText, GENESIS, linkHash, linkText } from './chain.ts'
import { type Flawed, FlawList } from './flaw-list.ts'
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
  /** The log is signed, and no link of it by a key that is trusted. */
  | 'other_key'
  /** The log ends before the head that somebody kept, or had another one there. */
  | 'head_missing'
  /** An export ends before the place that its first line names. */
  | 'cut_off'

/** Something that is wrong, between two sequence numbers. */
interface ChainFlaw {
  readonly flaw: Flaw
  readonly first: number
  readonly last: number
  readonly message: string
}

/** What verifying found. One change may show at several places, and each is told. */
export type ChainReport =
  | {
      readonly ok: true
      readonly events: number
      readonly links: number
      readonly head: Head | null
      /** Ids of the keys that have signed. */
      readonly keys: readonly string[]
    }
  | Flawed<ChainFlaw>

/** What to verify a tenant's log against. */
export interface Proof {
  readonly tenant: string
  /** A head that was kept outside of the store. */
  readonly pinned?: Head | undefined
  /** How far the log goes by its own account, where it gives one. */
  readonly promised?: Head | undefined
  /** The only keys whose signatures count, by their ids or clear beginnings of them; by default those that the store itself names. */
  readonly trusted?: readonly string[] | undefined
}

type Log = Pick<Store, 'entries' | 'links' | 'keys'>

const PAGE = 500

/** Reads the whole log of a tenant and says whether it is what was written. */
export async function verifyChain(log: Log, { tenant, pinned, promised, trusted }: Proof): Promise<ChainReport> {
  const entries = new EntryReader(log, tenant)
  const keys = readableKeys(await log.keys())
  const chain = new Chain({ keys, counting: countingAmong([...keys.keys()], trusted), heads: [pinned, promised] })
  const flaws = new FlawList<ChainFlaw>()
  for (;;) {
    for await (const link of linksOf(log, tenant, chain.last)) {
      const covered = await entries.upTo(link.last)
      const broken = chain.take(link)
      const wrong = broken === undefined ? flawsOfEvents(link, covered) : [found(broken, link)]
      for (const flaw of wrong) flaws.add(flaw)
    }
    const left = await entries.peek()
    if (left === undefined) break
    // Whoever writes meanwhile writes the link in the same commit.
    const [newer] = await log.links({ tenant, after: chain.last, limit: 1 })
    if (newer !== undefined) continue
    flaws.add(found('event_added', placeOf(left)))
    entries.skip()
  }
  for (const flaw of missing({ pinned, promised }, chain)) flaws.add(flaw)
  return (trusted && chain.otherKey(trusted)) ?? flaws.report() ?? chain.report()
}

/** Which heads a chain has not come by. */
function missing({ pinned, promised }: Pick<Proof, 'pinned' | 'promised'>, { reached }: Chain): readonly ChainFlaw[] {
  return [['head_missing', pinned] as const, ['cut_off', promised] as const].flatMap(([flaw, head]) =>
    head === undefined || reached.has(head) ? [] : [found(flaw, { first: head.last, last: head.last })],
  )
}

/** What links are held against. */
interface Measure {
  readonly keys: ReadonlyMap<string, KeyObject>
  readonly counting: ReadonlySet<string>
  /** Which the chain has to come by. */
  readonly heads: readonly (Head | undefined)[]
}

/** The links that have been read so far. */
class Chain {
  readonly #measure: Measure
  readonly #signedBy = new Set<string>()
  #first: Link | undefined
  #head: Link | undefined
  /** The last one that is signed: behind a link that somebody put in, the next one still follows from it. */
  #signed: string = GENESIS
  #links = 0
  #events = 0
  readonly reached = new Set<Head>()

  constructor(measure: Measure) {
    this.#measure = measure
  }

  /** Nothing as long as there is no link. */
  get last(): number | undefined {
    return this.#head?.last
  }

  /** Goes on to a link, and says whether it follows from the one before and is signed. */
  take(link: Link): 'link_broken' | 'not_signed' | undefined {
    const { keys, counting, heads } = this.#measure
    const isNext = this.#isNext(link)
    const key = keys.get(link.key)
    const hasSignature = key !== undefined && isSigned(linkText(link), link.signature, key)
    const counts = hasSignature && counting.has(link.key)
    this.#first ??= link
    this.#head = link
    if (counts) this.#signed = link.hash
    this.#links++
    this.#events += link.count
    if (hasSignature) this.#signedBy.add(link.key)
    for (const head of heads) if (head?.last === link.last && head.hash === link.hash) this.reached.add(head)
    if (!isNext) return 'link_broken'
    return counts ? undefined : 'not_signed'
  }

  #isNext({ previous, first }: Link): boolean {
    const follows = previous === (this.#head?.hash ?? GENESIS) || previous === this.#signed
    return follows && first > (this.last ?? 0)
  }

  /** A log that somebody else signed throughout is told once: link by link it would read as if each were tampered with. */
  otherKey(trusted: readonly string[]): ChainReport | undefined {
    const signers = [...this.#signedBy]
    const [from, to] = [this.#first, this.#head]
    if (from === undefined || to === undefined || signers.length === 0) return undefined
    if (signers.some((key) => this.#measure.counting.has(key))) return undefined
    const message = `No link is signed by ${trusted.map(quote).join(' or ')}. This log is signed by ${signers.join(', ')}.`
    return { ok: false, flaw: 'other_key', first: from.first, last: to.last, message, others: [], more: 0 }
  }

  report(): ChainReport {
    const head = this.#head === undefined ? null : { last: this.#head.last, hash: this.#head.hash }
    return { ok: true, events: this.#events, links: this.#links, head, keys: [...this.#signedBy] }
  }
}

function readableKeys(keys: Readonly<Record<string, string>>): ReadonlyMap<string, KeyObject> {
  const readable = new Map<string, KeyObject>()
  for (const [id, pem] of Object.entries(keys)) {
    const key = publicKeyOf(id, pem)
    if (key !== undefined) readable.set(id, key)
  }
  return readable
}

/** As much of an id as nobody finds another key for. */
const BEGINNING_OF_KEY = /^[0-9a-f]{16,64}$/

/** The ids that count: all of them, or those that are trusted. A beginning that several have in common stands for none. */
function countingAmong(ids: readonly string[], trusted: Proof['trusted']): ReadonlySet<string> {
  if (trusted === undefined) return new Set(ids)
  const meant = trusted.flatMap((given) => {
    const fitting = BEGINNING_OF_KEY.test(given) ? ids.filter((id) => id.startsWith(given)) : []
    return fitting.length === 1 ? fitting : []
  })
  return new Set(meant)
}

/** Which of the events up to a link are not those that it was made of. */
function flawsOfEvents(link: Link, entries: readonly LogEntry[]): readonly ChainFlaw[] {
  const [added, own] = [entries.filter(({ seq }) => seq < link.first), entries.filter(({ seq }) => seq >= link.first)]
  const text = own.map((entry) => entryText(entry.seq, entry)).join('')
  const isWhole = own.length === link.count && linkHash(link, text) === link.hash
  const strays = added.map((entry) => found('event_added', placeOf(entry)))
  return isWhole ? strays : [...strays, found('events_differ', link)]
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

  /** Hands out the event that was just looked at, to nobody. */
  skip(): void {
    this.#next++
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

function placeOf({ seq }: LogEntry): Pick<Link, 'first' | 'last'> {
  return { first: seq, last: seq }
}

const MESSAGES: Readonly<Record<Exclude<Flaw, 'other_key'>, string>> = {
  events_differ: 'The events are not those that were signed: one was changed, removed, moved or added.',
  event_added: 'An event was added that no link covers.',
  link_broken: 'A link does not follow from the one before: one was changed, removed or added.',
  not_signed: 'A link is not signed by a key that counts.',
  head_missing: 'The log does not reach the head that was kept.',
  cut_off: 'The end was cut off: the log does not reach the place that its first line names.',
}

function found(flaw: keyof typeof MESSAGES, { first, last }: Pick<Link, 'first' | 'last'>): ChainFlaw {
  return { flaw, first, last, message: MESSAGES[flaw] }
}
