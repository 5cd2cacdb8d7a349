import canonicalize from 'canonicalize'
import type { Call, LogPart } from '../../engine/event.ts'
import type { EventType, Store, StoredEvent } from '../../engine/ports.ts'
import { AppError } from '../../model/errors.ts'
import type { JobId } from '../../model/ids.ts'
import { idOf } from './scope.ts'

/** An event of one kind, as it is stored. */
export type EventOf<Type extends EventType> = Extract<StoredEvent, { readonly type: Type }>

/** What is recorded of one call. */
interface Entry {
  readonly id: string
  readonly question: string
  readonly events: StoredEvent[]
  /** The program has made this call again. */
  met: boolean
}

/** Keys of claimed steps begin so; the rest is the id of the call. */
export const STEP_KEY = 'step:'
const PAGE = 1000
const FIRST_PAGE = 2

/** What the log says about the calls of one job. Finished phases are passed over, so a long job is not read again from its start. */
export class Journal {
  readonly #store: Store
  readonly #job: JobId
  readonly #entries = new Map<string, Entry>()
  readonly #asked = new Map<string, Entry>()
  #last = 0
  #live = false

  constructor(store: Store, job: JobId) {
    this.#store = store
    this.#job = job
  }

  static async open(store: Store, job: JobId): Promise<Journal> {
    const journal = new Journal(store, job)
    const phases = await phasesOf(store, job)
    for (const { after, until } of outermost(phases)) {
      await journal.#read(after)
      journal.#last = until
    }
    await journal.#read(Number.MAX_SAFE_INTEGER)
    for (const { data } of phases) journal.forget(`${idOf(data.call)}/`)
    journal.#live = true
    return journal
  }

  /** What was recorded of a call, if anything. Throws `program_changed` when the program asks something else by now. */
  meet(call: Call, words: string): readonly StoredEvent[] | undefined {
    const entry = this.#entries.get(idOf(call))
    if (entry === undefined) return undefined
    entry.met = true
    if (entry.question === call.question) return entry.events
    const recorded = wordsOf(entry.events[0])
    throw changed(entry.id, `It was ${recorded}; by now it is ${words}.`, { recorded, asked: words })
  }

  /** Throws `program_changed` when a recorded call inside these phases was not made again. */
  refuseUnmet(prefix: string): void {
    const unmet = [...this.#entries.values()].find(({ id, met }) => !met && id.startsWith(prefix))
    if (unmet === undefined) return
    const recorded = wordsOf(unmet.events[0])
    throw changed(unmet.id, `It was ${recorded}; by now the program ends without it.`, { recorded, asked: 'nothing' })
  }

  /** Everything recorded about a checkpoint that a call of this job opened, the opening included. */
  about(checkpoint: string): readonly StoredEvent[] {
    return this.#asked.get(checkpoint)?.events ?? []
  }

  /** Reads what has been written since. */
  catchUp(): Promise<void> {
    return this.#read(Number.MAX_SAFE_INTEGER)
  }

  /** The part of the log that holds calls of these phases alone; null when others were made at the same time. */
  partOf(prefix: string): LogPart | null {
    const entries = [...this.#entries.values()]
    const inside = entries.filter(({ id }) => id.startsWith(prefix))
    if (inside.length === 0) return null
    const after = Math.min(...inside.map(({ events }) => events[0]?.seq ?? 0)) - 1
    const mixed = entries.some(({ id, events }) => !id.startsWith(prefix) && (events.at(-1)?.seq ?? 0) > after)
    return mixed ? null : { after, until: this.#last }
  }

  /** Lets go of the calls of a finished phase. */
  forget(prefix: string): void {
    for (const id of this.#entries.keys()) if (id.startsWith(prefix)) this.#entries.delete(id)
    for (const [checkpoint, { id }] of this.#asked) if (id.startsWith(prefix)) this.#asked.delete(checkpoint)
  }

  async #read(until: number): Promise<void> {
    // Between two finished phases there is mostly one event; a larger page would read what is to be passed over.
    let size = until === Number.MAX_SAFE_INTEGER ? PAGE : FIRST_PAGE
    for (; this.#last < until; size = Math.min(PAGE, size * 2)) {
      const limit = Math.min(size, until - this.#last)
      const page = await this.#store.events({ job: this.#job, after: this.#last, limit })
      for (const event of page) {
        if (event.seq > until) return
        this.#add(event)
        this.#last = event.seq
      }
      if (page.length < limit) return
    }
  }

  #add(event: StoredEvent): void {
    const call = callIn(event)
    const asked = event.checkpoint === null ? undefined : this.#asked.get(event.checkpoint)
    // The call that brought a revision is another one than the call that opened the checkpoint.
    if (asked !== undefined && asked.id !== call?.id) asked.events.push(event)
    if (call === undefined) return
    const entry = this.#entries.get(call.id) ?? { ...call, events: [], met: this.#live }
    entry.events.push(event)
    this.#entries.set(call.id, entry)
    if (event.type === 'checkpoint_opened') this.#asked.set(event.data.checkpoint.id, entry)
  }
}

async function phasesOf(store: Store, job: JobId): Promise<readonly EventOf<'phase_recorded'>[]> {
  const found: EventOf<'phase_recorded'>[] = []
  for (;;) {
    const query = { job, type: 'phase_recorded', after: found.at(-1)?.seq, limit: PAGE } as const
    const page = (await store.events(query)) as readonly EventOf<'phase_recorded'>[]
    found.push(...page)
    if (page.length < PAGE) return found
  }
}

/** A phase inside a phase is passed over with it. */
function outermost(phases: readonly EventOf<'phase_recorded'>[]): readonly LogPart[] {
  const parts = phases.flatMap(({ data }) => (data.covers === null ? [] : [data.covers]))
  const outer: LogPart[] = []
  for (const part of parts.toSorted((a, b) => b.until - a.until)) {
    if (part.until <= (outer.at(-1)?.after ?? Number.POSITIVE_INFINITY)) outer.push(part)
  }
  return outer.reverse()
}

function callIn(event: StoredEvent): Pick<Entry, 'id' | 'question'> | undefined {
  if (event.type === 'attempt_claimed') {
    const { key, content_hash, permit } = event.data.attempt
    // An agent may give its own calls keys that begin so.
    return permit.by === 'program' ? { id: key.slice(STEP_KEY.length), question: content_hash } : undefined
  }
  const call = 'call' in event.data ? event.data.call : null
  return call === null ? undefined : { id: idOf(call), question: call.question }
}

/** A recorded call, for people. */
function wordsOf(event: StoredEvent | undefined): string {
  switch (event?.type) {
    case 'step_recorded':
      return 'a step'
    case 'attempt_claimed':
      return 'a step that runs once'
    case 'phase_recorded':
      return 'a phase'
    case 'child_linked':
      return `a child, job ${event.data.child}`
    case 'gate_decided':
      return gateWords(event.data.content)
    case 'checkpoint_opened':
      return gateWords(event.data.checkpoint.content)
    default:
      return 'a gate'
  }
}

/** A gate, for people: what is asked about, shortened. */
export function gateWords(content: unknown): string {
  const text = canonicalize(content) ?? ''
  return `a gate about ${text.length > 300 ? `${text.slice(0, 300)}…` : text}`
}

function changed(id: string, what: string, details: { readonly recorded: string; readonly asked: string }): AppError {
  const message = `The program has changed: call ${id} is another one. ${what}`
  return new AppError('program_changed', [], { message, details: { call: id, ...details } })
}
