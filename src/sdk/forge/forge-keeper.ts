import type { Versioned } from '../../engine/ports.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { Context } from '../context.ts'
import type { Forge } from './forge.ts'
import { BRIEF_MS, inHand, PATIENT_MS } from './hand.ts'
import type { Hearing } from './hearing.ts'
import { isTended, showPull, tendPull } from './tend-pull.ts'

const MOST_PULLS = 1000
/** What nobody said anything about for so many looks is read once more, because not everything renews its time. */
const LOOK_ANYWAY = 10
/** Each time a round is offered it is pushed, and much may happen here meanwhile. */
const OFFER_AGAIN_MS = 60_000

/** What was seen of a pull request when it was last looked at. */
interface Seen {
  readonly updatedAt: string
  readonly version: number
  readonly looks: number
}

/** Keeps the pull requests of a project and those on its forge in step, now and then, or when told that something happened. */
export class ForgeKeeper {
  readonly #context: Context
  readonly #forge: Forge
  readonly #seen = new Map<PullId, Seen>()
  #own: Promise<string> | undefined
  #reported = ''
  #next = 0
  /** Which round could not be shown, and when it may be offered anew. */
  readonly #refused = new Map<PullId, { readonly head: string; readonly again: number }>()
  /** The newest event when it was last asked what has happened here. */
  #last = 0
  #round: Promise<void> | undefined
  /** The last look at each number that was asked for, and those of them that have not begun. */
  readonly #looking = new Map<number, Promise<void>>()
  readonly #waiting = new Map<number, Promise<void>>()

  constructor(context: Context, forge: Forge) {
    this.#context = context
    this.#forge = forge
  }

  /**
   * Looks at the forge when it is time to, and in between shows rounds there that are new: where it is looked at seldom, because it tells of
   * itself, nobody would be told of them. Never waited for: a forge that is slow holds nothing else up.
   */
  tend(): void {
    const now = this.#context.store.now().getTime()
    if (this.#round !== undefined) return
    const isDue = now >= this.#next
    if (isDue) this.#next = now + this.#forge.pollMs
    const round = isDue ? this.look() : this.#showNew()
    void round.catch((error: unknown) => this.#report(error))
  }

  /** Looks at everything that is open; a look that is under way is joined. */
  look(): Promise<void> {
    this.#round ??= this.#lookAtAll().finally(() => {
      this.#round = undefined
    })
    return this.#round
  }

  /** What fails is left until the forge is looked at, or something else happens here after a while. */
  #showNew(): Promise<void> {
    this.#round ??= this.#showAllNew().finally(() => {
      this.#round = undefined
    })
    return this.#round
  }

  async #showAllNew(): Promise<void> {
    const last = await this.#context.store.last()
    if (last === this.#last) return
    this.#last = last
    const unshown = (await this.#open()).filter(({ row }) => row.hosted?.head !== row.head)
    await this.#each(unshown, (pull) => this.#show(pull))
  }

  async #show({ row: { id: pull, head } }: Versioned<Pull>): Promise<void> {
    const now = this.#context.store.now().getTime()
    const refused = this.#refused.get(pull)
    if (refused?.head === head && now < refused.again) return
    const hearing = await this.#hearing()
    const show = () =>
      showPull(hearing, pull).catch((error: unknown) => {
        this.#refused.set(pull, { head, again: now + OFFER_AGAIN_MS })
        throw error
      })
    await inHand(this.#context, { pull, patienceMs: BRIEF_MS }, show).catch((error: unknown) => {
      // Whoever has it in hand may show nothing, and nothing may happen here when they let go.
      if (error instanceof AppError && error.code === 'pull_in_hand') this.#last = 0
      throw error
    })
  }

  /**
   * Looks at the pull request that the forge knows by a number, whatever was seen of it before. Looks at one are made one after the other;
   * one that has not begun yet sees all that happens until it does, so that it is joined.
   */
  lookAt(number: number): Promise<void> {
    const waiting = this.#waiting.get(number)
    if (waiting !== undefined) return waiting
    const before = this.#looking.get(number) ?? Promise.resolve()
    const look = before
      .catch(() => undefined)
      .then(() => {
        this.#waiting.delete(number)
        return this.#lookAtOne(number)
      })
    this.#waiting.set(number, look)
    this.#looking.set(number, look)
    return look.finally(() => {
      if (this.#looking.get(number) === look) this.#looking.delete(number)
    })
  }

  /** Waits for looks that are under way. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#round, ...this.#looking.values()])
  }

  async #lookAtOne(number: number): Promise<void> {
    const pull = (await this.#open()).find(({ row }) => row.hosted?.number === number)
    if (pull !== undefined) await this.#tend(pull.row.id, PATIENT_MS)
  }

  async #tend(pull: PullId, patienceMs: number): Promise<void> {
    const hearing = await this.#hearing()
    await inHand(this.#context, { pull, patienceMs }, (hand) => tendPull(hearing, pull, hand))
  }

  async #lookAtAll(): Promise<void> {
    await this.#each(await this.#open(), async (pull) => {
      const seen = await this.#look(pull)
      if (seen.looks % LOOK_ANYWAY === 0) await this.#tend(pull.row.id, BRIEF_MS)
      this.#seen.set(pull.row.id, seen)
    })
  }

  async #each(pulls: readonly Versioned<Pull>[], work: (pull: Versioned<Pull>) => Promise<void>): Promise<void> {
    for (const pull of pulls) {
      try {
        await work(pull)
      } catch (error) {
        // One that somebody pushed to, or has in hand, is no reason to leave the others; a forge that is away or wants a pause is.
        if (!(error instanceof AppError)) throw error
        this.#report(error)
        if (error.code === 'forge_busy' || error.code === 'forge_unreachable') return
      }
    }
  }

  /** The same problem is told once, and not every half minute. */
  #report(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error)
    if (problem !== this.#reported) this.#forge.report(problem)
    this.#reported = problem
  }

  /** A look that costs the forge nothing as long as nothing was said there, and nothing happened here. */
  async #look({ row: { id, hosted }, version }: Versioned<Pull>): Promise<Seen> {
    if (hosted === undefined) return { updatedAt: '', version, looks: 0 }
    const known = this.#seen.get(id)
    const { updatedAt } = await this.#forge.host.read(hosted.number)
    const isSame = known?.updatedAt === updatedAt && known.version === version
    return { updatedAt, version, looks: isSame ? known.looks + 1 : 0 }
  }

  async #open(): Promise<readonly Versioned<Pull>[]> {
    const { store } = this.#context
    const all: Versioned<Pull>[] = []
    for (const tenant of await store.tenants()) {
      const found = await store.find({
        table: 'pulls',
        index: 'by_status',
        equals: [tenant, 'open'],
        limit: MOST_PULLS,
      })
      all.push(...found)
    }
    const ids = new Set(all.map(({ row }) => row.id))
    for (const known of [this.#seen, this.#refused]) for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    return all.filter(({ row }) => isTended(row))
  }

  async #hearing(): Promise<Hearing> {
    const { store, policies, workspaces, crashPoint } = this.#context
    this.#own ??= this.#forge.host.whoAmI()
    const own = await this.#own.catch((error: unknown) => {
      this.#own = undefined
      throw error
    })
    return { store, policies, workspaces, crashPoint, forge: this.#forge, own }
  }
}
