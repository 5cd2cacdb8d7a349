import type { Store } from '../engine/ports.ts'
import { howToMend } from './webhook.ts'
import { type SenderParts, sendNew } from './webhook-sender.ts'

/** How often it is looked whether a webhook was added. */
const LOOK_MS = 2000
/** What happens in quick succession is looked for together: each look reads the folder. */
const PAUSE_MS = 50

/** Stands for all of them, where not even their list can be read. */
const ALL = ''

interface Parts extends SenderParts {
  readonly store: SenderParts['store'] & Pick<Store, 'watch'>
}

/** Tells every webhook of a project what happens, each at its own pace, while it is open. */
export class Webhooks {
  readonly #parts: Parts
  readonly #report: (what: string, error: unknown) => void
  readonly #busy = new Map<string, Promise<void>>()
  readonly #waiting = new Map<string, number>()
  readonly #reported = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  #unwatch: () => void = () => undefined
  #open = false

  constructor(parts: Parts, report: (what: string, error: unknown) => void) {
    this.#parts = parts
    this.#report = report
  }

  open(): void {
    this.#open = true
    this.#unwatch = this.#parts.store.watch(() => this.#wakeSoon())
    this.#timer = setInterval(() => void this.#wake(), LOOK_MS)
    this.#timer.unref()
    void this.#wake()
  }

  /** Lets what is being sent arrive. What was not sent is sent by whoever opens next. */
  async close(): Promise<void> {
    this.#open = false
    this.#unwatch()
    clearInterval(this.#timer)
    clearTimeout(this.#soon)
    this.#soon = undefined
    await Promise.all(this.#busy.values())
  }

  /** Tries at once what waits for its next time. */
  async tryNow(id: string): Promise<void> {
    const { folder } = this.#parts
    if (this.#busy.has(id)) return
    const progress = await folder.progress(id)
    if (progress !== undefined) await folder.setProgress(id, { ...progress, next_at: 0 })
    this.#waiting.delete(id)
    await this.#wake()
    await this.#busy.get(id)
  }

  #wakeSoon(): void {
    if (this.#soon !== undefined) return
    const rest = Math.max(0, this.#lookedAt + PAUSE_MS - performance.now())
    this.#soon = setTimeout(() => {
      this.#soon = undefined
      void this.#wake()
    }, rest).unref()
  }

  async #wake(): Promise<void> {
    this.#lookedAt = performance.now()
    try {
      const { webhooks, damaged } = await this.#parts.folder.list()
      this.#reported.delete(ALL)
      for (const { id, path } of damaged) this.#reportOnce(id, new Error(`${path} is damaged. ${howToMend(id)}`))
      for (const webhook of webhooks) {
        const { id } = webhook
        const later = this.#waiting.get(id) ?? 0
        if (!this.#open || this.#busy.has(id) || later > this.#parts.store.now().getTime()) continue
        const sending = sendNew(this.#parts, webhook)
          .then((next) => {
            this.#waiting.set(id, next ?? 0)
            this.#reported.delete(id)
          })
          .catch((error: unknown) => this.#reportOnce(id, error))
          .finally(() => this.#busy.delete(id))
        this.#busy.set(id, sending)
      }
    } catch (error) {
      this.#reportOnce(ALL, error)
    }
  }

  /** The same is said once, because it is looked at every few seconds. */
  #reportOnce(id: string, error: unknown): void {
    const said = String(error)
    if (this.#reported.get(id) === said) return
    this.#reported.set(id, said)
    this.#report(id === ALL ? 'The webhooks could not be read' : `The webhook ${id} was not told`, error)
  }
}
