import type { DueEffect } from '../engine/ports.ts'
import { runEffects } from '../engine/run-effects.ts'
import { AppError } from '../model/errors.ts'
import type { Context } from './context.ts'
import { doubtGone, doubtSession } from './doubt-gone.ts'
import { expireDue } from './expire-due.ts'
import { SESSION_SECONDS } from './session.ts'
import { sweepChildren } from './sweep-children.ts'

const KEEPER = 'keeper'
const KEEPER_SECONDS = 10

/** Keeps the house while it is open: deadlines, effects, and claims of processes that are gone. One process does it for all. */
export class Keeper {
  readonly #context: Context
  #timer: NodeJS.Timeout | undefined
  #renewSession = 0
  #renewKeeper = 0
  #busy: Promise<void> | undefined
  #closed: Promise<void> | undefined

  constructor(context: Context) {
    this.#context = context
  }

  /** Signs in, looks for what was left behind, and then looks every now and then. */
  async open(everyMs: number): Promise<void> {
    await this.tend()
    this.#timer = setInterval(() => void this.tend().catch(() => undefined), everyMs)
    // Keeping house is no reason to stay: a process ends when its own work does.
    this.#timer.unref()
  }

  /** Leaves; a second time it is the same leaving. */
  close(): Promise<void> {
    this.#closed ??= this.#leave()
    return this.#closed
  }

  async #leave(): Promise<void> {
    clearInterval(this.#timer)
    await this.#busy
    const { store, session } = this.#context
    session.over.abort(new AppError('store_stopped', [], { message: 'Leeway was closed. What is held stays held.' }))
    // What still runs can't be recorded any more. Where that can't be said now, the lease stays, and others find it by that.
    const said = await doubtSession(this.#context, session.id).then(
      () => true,
      () => false,
    )
    await store.release(KEEPER, session.id)
    if (said) await store.release(session.lease, session.holder)
  }

  /** One round; a round that still runs is joined. */
  tend(): Promise<void> {
    this.#busy ??= this.#round().finally(() => {
      this.#busy = undefined
    })
    return this.#busy
  }

  async #round(): Promise<void> {
    const { store } = this.#context
    if (!(await this.#isKeeper())) return
    await doubtGone(this.#context)
    await expireDue(this.#context)
    await runEffects(store, { sweep_children: (effect) => this.#sweep(effect) })
  }

  /** Leases are renewed when a third of their time is gone: each renewal is a write, and a house at rest should write little. */
  async #isKeeper(): Promise<boolean> {
    const { store, session } = this.#context
    const now = store.now().getTime()
    if (now >= this.#renewSession) {
      await store.lease(session.lease, session.holder, SESSION_SECONDS)
      this.#renewSession = now + (SESSION_SECONDS * 1000) / 3
    }
    if (now < this.#renewKeeper) return true
    const lease = await store.lease(KEEPER, session.id, KEEPER_SECONDS)
    if (lease === null) return false
    this.#renewKeeper = now + (KEEPER_SECONDS * 1000) / 3
    return true
  }

  async #sweep({ body }: DueEffect): Promise<void> {
    await sweepChildren(this.#context, String(body.job), `Job ${body.job} was cancelled: ${body.reason}`)
  }
}
