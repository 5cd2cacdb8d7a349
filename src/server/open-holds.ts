import type { Store } from '../engine/ports.ts'
import { harmless } from '../model/harmless.ts'
import type { CheckpointId } from '../model/ids.ts'
import { breathe } from '../sdk/breathe.ts'
import type { ProgramPrincipal } from './access/principal.ts'

/** As many as a restart takes up within two seconds; people would not get through them in a year. */
export const USUAL_MOST_HELD = 100_000
/** Whether people have answered some is looked at for no more than this part of the time. */
const SHARE = 1 / 100
const AT_A_STRETCH = 100

/** What one credential has asked people since the server was started. */
interface Opened {
  readonly ids: Set<CheckpointId>
  /** When it may be looked at again. */
  next: number
  looking: Promise<void> | undefined
  /** Once is enough until there is room again. */
  isTold: boolean
}

type Asker = Pick<ProgramPrincipal, 'owner' | 'actor'>

/**
 * Counts what each credential has waiting for people, so that an agent that asks in a loop does not fill the disk. The rows say what is
 * still open, and are asked only when somebody has reached the limit: a count in the store would have all asks of an agent write one row.
 */
export class OpenHolds {
  readonly #store: Store
  readonly #most: number
  readonly #tell: (text: string) => void
  readonly #opened = new Map<string, Opened>()

  constructor(store: Store, most: number, tell: (text: string) => void) {
    this.#store = store
    this.#most = most
    this.#tell = tell
  }

  /** How many somebody may have open, where they have as many; undefined where there is room. */
  async fullAt(asker: Asker): Promise<number | undefined> {
    const opened = this.#opened.get(asker.owner)
    if (opened === undefined || opened.ids.size < this.#most) return undefined
    if (opened.looking !== undefined || performance.now() >= opened.next) {
      opened.looking ??= this.#look(opened, asker)
      await opened.looking
    }
    return opened.ids.size < this.#most ? undefined : this.#most
  }

  /** Takes note of what somebody has asked people. */
  note({ owner }: Asker, id: CheckpointId): void {
    const opened = this.#opened.get(owner) ?? { ids: new Set(), next: 0, looking: undefined, isTold: false }
    opened.ids.add(id)
    this.#opened.set(owner, opened)
  }

  /** Forgets what waits no longer. */
  async #look(opened: Opened, { actor }: Asker): Promise<void> {
    const start = performance.now()
    let count = 0
    try {
      for (const id of [...opened.ids]) {
        const found = await this.#store.getBrief('checkpoints', id)
        if (found?.row.status !== 'pending') opened.ids.delete(id)
        count += 1
        if (count % AT_A_STRETCH === 0) await breathe()
      }
    } finally {
      opened.looking = undefined
      opened.next = performance.now() + (performance.now() - start) / SHARE
    }
    const isFull = opened.ids.size >= this.#most
    if (isFull && !opened.isTold) this.#tell(fullText(harmless(actor.id), actor.kind, this.#most))
    opened.isTold = isFull
  }
}

function fullText(name: string, kind: string, most: number): string {
  const stop = kind === 'agent' ? ` Stop it: leeway kill-switch on --agent ${name} --reason WHY.` : ''
  return `The ${kind} ${name} has ${most.toLocaleString('en')} checkpoints open, and can open no more until some are answered: leeway checkpoints.${stop}`
}
