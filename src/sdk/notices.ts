import type { StoredEvent } from '../engine/ports.ts'
import { counted } from '../model/counted.ts'
import type { CheckpointId, JobId } from '../model/ids.ts'
import { whyHeld } from '../model/why-held.ts'
import { breathe } from './breathe.ts'
import type { Context } from './context.ts'
import { rowsInTurns } from './rows-in-turns.ts'

/** Something that people, or whoever looks after an agent, may want to know. */
export interface Notice {
  readonly about: 'held' | 'resolved' | 'overdue' | 'sent_back' | 'stalled' | 'in_doubt'
  /** Its place in the log; the same notice always has the same. */
  readonly seq: number
  readonly job: JobId | null
  readonly checkpoint: CheckpointId | null
  readonly text: string
}

/** Told of every notice, in the order of the log. */
export type Listener = (notice: Notice) => void | Promise<void>

/** Events may be a megabyte each, and nobody else has a turn while they are read. */
const AT_ONCE = 10
const TRY_AGAIN_MS = 1000

/**
 * Tells listeners what the log says, whichever process wrote it. It begins with what waits for a person already, so that nobody
 * who comes late misses it. A listener that fails is told the same again.
 */
export class Notices {
  readonly #context: Context
  readonly #stops = new Set<() => void>()

  constructor(context: Context) {
    this.#context = context
  }

  listen(listener: Listener): () => void {
    const tail = new Tail(this.#context, listener)
    const unwatch = this.#context.store.watch(() => tail.wake())
    tail.wake()
    const stop = () => {
      unwatch()
      tail.stop()
      this.#stops.delete(stop)
    }
    this.#stops.add(stop)
    return stop
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }
}

/** One listener's place in the log. */
class Tail {
  readonly #context: Context
  readonly #listener: Listener
  #after: number | undefined
  #awake = false
  #again = false
  #stopped = false

  constructor(context: Context, listener: Listener) {
    this.#context = context
    this.#listener = listener
  }

  stop(): void {
    this.#stopped = true
  }

  wake(): void {
    this.#again = true
    if (this.#awake) return
    this.#awake = true
    void this.#run()
      .catch(() => setTimeout(() => this.wake(), TRY_AGAIN_MS).unref())
      .finally(() => {
        this.#awake = false
      })
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false
      this.#after ??= await this.#tellOpen()
      await this.#tellNew()
    }
  }

  /** What waits for a person already; then the log from where it ends now. */
  async #tellOpen(): Promise<number> {
    const last = await this.#context.store.last()
    await this.#tellHeld(last)
    await this.#tellDoubts(last)
    return last
  }

  async #tellHeld(last: number): Promise<void> {
    const { store, tenant } = this.#context
    const orderOf = ({ opened_at }: { readonly opened_at: string }) => opened_at
    const query = { table: 'checkpoints', index: 'by_status', equals: [tenant, 'pending'], orderOf } as const
    for await (const { id, job, decision } of rowsInTurns(store, query)) {
      await this.#tell({ about: 'held', seq: last, job, checkpoint: id, text: whyHeld(decision) })
    }
  }

  /** Whoever opens the folder finds what a dead process left before anybody listens. */
  async #tellDoubts(last: number): Promise<void> {
    const { store, tenant } = this.#context
    const orderOf = ({ claimed_at }: { readonly claimed_at: string }) => claimed_at
    const query = { table: 'attempts', index: 'by_status', equals: [tenant, 'in_doubt'], orderOf } as const
    for await (const { id, job, permit } of rowsInTurns(store, query)) {
      const checkpoint = permit.by === 'checkpoint' ? permit.checkpoint : null
      await this.#tell({ about: 'in_doubt', seq: last, job, checkpoint, text: doubtOf(id) })
    }
  }

  async #tellNew(): Promise<void> {
    const { store, tenant } = this.#context
    for (;;) {
      const events = await store.events({ tenant, after: this.#after, limit: AT_ONCE })
      for (const event of events) {
        const notice = noticeOf(event)
        if (notice !== undefined) await this.#tell(notice)
        this.#after = event.seq
      }
      if (events.length < AT_ONCE || this.#stopped) return
      await breathe()
    }
  }

  async #tell(notice: Notice): Promise<void> {
    if (!this.#stopped) await this.#listener(notice)
  }
}

function doubtOf(attempt: string): string {
  return `Nobody knows what became of attempt ${attempt}.`
}

/** What an event means to people; most mean nothing to them. */
function noticeOf(event: StoredEvent): Notice | undefined {
  const { seq, job, checkpoint } = event
  const said = { seq, job, checkpoint }
  switch (event.type) {
    case 'checkpoint_opened':
      return { ...said, about: 'held', text: whyHeld(event.data.checkpoint.decision) }
    case 'checkpoint_revised':
      return { ...said, about: 'held', text: `Revision ${event.data.revision}: ${whyHeld(event.data.decision)}` }
    case 'checkpoint_resolved':
      return { ...said, about: 'resolved', text: event.data.status }
    case 'checkpoint_overdue':
      return { ...said, about: 'overdue', text: event.data.did }
    case 'checkpoint_remarked':
      if (event.data.remark.kind !== 'request_changes') return undefined
      return { ...said, about: 'sent_back', text: event.data.remark.text }
    case 'stall_signalled':
      return { ...said, about: 'stalled', text: `Tried ${counted(event.data.count, 'time')} what was refused.` }
    case 'attempt_ended':
      if (event.data.status !== 'in_doubt') return undefined
      return { ...said, about: 'in_doubt', text: doubtOf(event.data.attempt) }
    default:
      return undefined
  }
}
