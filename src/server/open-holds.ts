import type { Asked } from '../engine/ask.ts'
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
  /** How many questions are on their way that may be held. */
  asking: number
  /** Settles when the next of them is answered. */
  answered: PromiseWithResolvers<void>
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

  /** Lets somebody ask, with how many they may have open where they have as many, and takes note of what is held. */
  async ask(asker: Asker, put: (full: number | undefined) => Promise<Asked>): Promise<Asked> {
    const opened = this.#opened.get(asker.owner) ?? nothingOpened()
    this.#opened.set(asker.owner, opened)
    if (!(await this.#enter(opened, asker))) return put(this.#most)
    try {
      const asked = await put(undefined)
      if (asked.status === 'held') opened.ids.add(asked.checkpoint.id)
      return asked
    } finally {
      opened.asking -= 1
      opened.answered.resolve()
      opened.answered = Promise.withResolvers()
    }
  }

  /** Takes a place for a question. Nobody knows yet which of those on their way are held, so the last places are given once that is known. */
  async #enter(opened: Opened, asker: Asker): Promise<boolean> {
    for (;;) {
      if (opened.ids.size >= this.#most && !(await this.#hasRoomAgain(opened, asker))) return false
      if (opened.ids.size + opened.asking < this.#most) {
        opened.asking += 1
        return true
      }
      if (opened.ids.size < this.#most) await opened.answered.promise
    }
  }

  async #hasRoomAgain(opened: Opened, asker: Asker): Promise<boolean> {
    if (opened.looking !== undefined || performance.now() >= opened.next) {
      opened.looking ??= this.#look(opened, asker)
      await opened.looking
    }
    return opened.ids.size < this.#most
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

function nothingOpened(): Opened {
  const answered = Promise.withResolvers<void>()
  return { ids: new Set(), asking: 0, answered, next: 0, looking: undefined, isTold: false }
}

function fullText(name: string, kind: string, most: number): string {
  const stop = kind === 'agent' ? ` Stop it: leeway kill-switch on --agent ${name} --reason WHY.` : ''
  return `The ${kind} ${name} has ${most.toLocaleString('en')} checkpoints open, and can open no more until some are answered: leeway checkpoints.${stop}`
}
