import type { DueEffect } from '../engine/ports.ts'
import { runEffects } from '../engine/run-effects.ts'
import { SYSTEM } from '../model/actor.ts'
import { AppError, ERRORS } from '../model/errors.ts'
import { PullId } from '../model/ids.ts'
import type { Context } from './context.ts'
import { doubtGone, doubtLost, doubtSession } from './doubt-gone.ts'
import { expireDue } from './expire-due.ts'
import { closeOnForge } from './forge/close-on-forge.ts'
import { ForgeKeeper } from './forge/forge-keeper.ts'
import { BRIEF_MS } from './forge/hand.ts'
import { forgetAbsent } from './forget-absent.ts'
import { orStopped } from './or-stopped.ts'
import { mergePull } from './pull/merge-pull.ts'
import { settlePulls } from './pull/settle-pulls.ts'
import { giveUp, SESSION_SECONDS } from './session.ts'
import { sweepChildren } from './sweep-children.ts'

/**
 * Whoever lost an answer asks again within minutes; after a day nobody does. Even then nothing happens twice that matters: gates
 * and jobs that must not be doubled have keys of their own, and a review, a claim or a record is refused the second time.
 */
const ANSWERS_MS = 24 * 3600 * 1000
const FORGET_EVERY_MS = 600_000
const MOST_FORGOTTEN = 500

const SETTLE_EVERY_MS = 60_000

const KEEPER = 'keeper'
const KEEPER_SECONDS = 10

/** Keeps the house while it is open: deadlines, effects, and claims of processes that are gone. One process does it for all. */
export class Keeper {
  readonly #context: Context
  /** Whoever looks at the forge in this process; absent where pull requests are shown here alone. */
  readonly forge: ForgeKeeper | undefined
  #timer: NodeJS.Timeout | undefined
  #renewSession = 0
  #renewKeeper = 0
  #forgetNext = 0
  #settleNext = 0
  #busy: Promise<void> | undefined
  #closed: Promise<void> | undefined

  constructor(context: Context) {
    this.#context = context
    this.forge = context.forge && new ForgeKeeper(context, context.forge)
  }

  /** Signs in, looks for what was left behind, and then looks every now and then; told of it, whoever opened it hears what failed then. */
  async open(everyMs: number, failed: (error: unknown) => void = () => undefined): Promise<void> {
    await this.tend()
    this.#timer = setInterval(() => void this.tend().catch(failed), everyMs)
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
    // Whoever closes has nothing to do about a round that failed; what it left is found by the next one.
    await this.#busy?.catch(() => undefined)
    await this.forge?.close()
    const { store, session } = this.#context
    session.over.abort(new AppError('store_stopped', [], { message: 'Leeway was closed. What is held stays held.' }))
    // What still runs can't be recorded any more. Where that can't be said now, the lease stays, and others find it by that once this process
    // is gone; here whoever opens the same store anew does.
    const said = await doubtSession(this.#context, session.id).then(
      () => true,
      () => false,
    )
    await store.release(KEEPER, session.id).catch(orStopped)
    if (said) await store.release(session.lease, session.holder).catch(orStopped)
    else giveUp(session)
  }

  /** One round; a round that still runs is joined. */
  tend(): Promise<void> {
    this.#busy ??= this.#round().finally(() => {
      this.#busy = undefined
    })
    return this.#busy
  }

  async #round(): Promise<void> {
    if (!(await this.#isKeeper())) return
    let isMissed = false
    const lookForGone = async () => {
      const { gone } = await doubtGone(this.#context)
      isMissed = gone.length > 0
    }
    await eachInTurn([
      lookForGone,
      () => this.#settle(isMissed),
      () => expireDue(this.#context),
      () => this.#runEffects(),
      () => this.#forgetAnswers(),
      async () => this.forge?.tend(),
    ])
  }

  async #runEffects(): Promise<void> {
    await runEffects(this.#context.store, {
      sweep_children: (effect) => this.#sweep(effect),
      merge_pull: (effect) => this.#merge(effect),
      close_hosted: (effect) => closeOnForge(this.#context, PullId.parse(effect.body.pull)),
    })
  }

  /** At once when somebody is gone, whoever kept the house before included; now and then because others may have noticed it first. */
  async #settle(isMissed: boolean): Promise<void> {
    const now = this.#context.store.now().getTime()
    if (!isMissed && now < this.#settleNext) return
    await eachInTurn([
      () => doubtLost(this.#context),
      () => settlePulls(this.#context),
      () => forgetAbsent(this.#context.store),
    ])
    this.#settleNext = now + SETTLE_EVERY_MS
  }

  /** A few at a time, so that nobody waits for it. */
  async #forgetAnswers(): Promise<void> {
    const { store } = this.#context
    const now = store.now().getTime()
    if (now < this.#forgetNext) return
    const forgotten = await store.forgetAnswers(new Date(now - ANSWERS_MS), MOST_FORGOTTEN)
    if (forgotten < MOST_FORGOTTEN) this.#forgetNext = now + FORGET_EVERY_MS
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
    if (lease === null) {
      this.#settleNext = 0
      return false
    }
    this.#renewKeeper = now + (KEEPER_SECONDS * 1000) / 3
    return true
  }

  /** What can't be merged any more is recorded as it stands, and whoever drives the job sees to it. */
  async #merge({ body }: DueEffect): Promise<void> {
    try {
      await mergePull(this.#context, { pull: PullId.parse(body.pull), by: SYSTEM, patienceMs: BRIEF_MS })
    } catch (error) {
      if (!(error instanceof AppError) || ERRORS[error.code].retry) throw error
    }
  }

  async #sweep({ body }: DueEffect): Promise<void> {
    await sweepChildren(this.#context, String(body.job), `Job ${body.job} was cancelled: ${body.reason}`)
  }
}
/** What one part meets keeps none of the others from its turn: nobody would hear that time has run out. Throws the first that was met. */
async function eachInTurn(parts: readonly (() => Promise<void>)[]): Promise<void> {
  const failed: unknown[] = []
  for (const part of parts) await part().catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}
