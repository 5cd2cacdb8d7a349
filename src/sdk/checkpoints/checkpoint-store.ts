import type * as z from 'zod'
import { type Asked, ask } from '../../engine/ask.ts'
import { seal } from '../../engine/content-hash.ts'
import { contentOf } from '../../engine/content-of.ts'
import { THE_SWITCH } from '../../engine/job-state.ts'
import type { Brief } from '../../engine/ports.ts'
import { refuseTakingUp } from '../../engine/refuse-taking-up.ts'
import { reviewCheckpoint } from '../../engine/review-checkpoint.ts'
import { runCommand } from '../../engine/run-command.ts'
import { withdrawCheckpoint } from '../../engine/withdraw-checkpoint.ts'
import type { Checkpoint as Held } from '../../model/checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import type { Gate } from '../../model/gate.ts'
import { CheckpointId, ChosenId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import { NOTHING_HALTED } from '../../model/nothing-halted.ts'
import type { Review } from '../../model/review.ts'
import { firstOf, standingKey } from '../../model/standing-key.ts'
import { breathe } from '../breathe.ts'
import { chosenId, keptId } from '../chosen-id.ts'
import type { Context } from '../context.ts'
import type { Seat } from '../desk/seat.ts'
import { termsOf } from '../gate-options.ts'
import { newId } from '../new-id.ts'
import { standingJob } from '../standing-job.ts'
import { start } from '../start.ts'
import { CheckpointError, CheckpointRejectedError, inCheckpointWords } from './checkpoint-error.ts'
import { closed, isOver, orVoid } from './closed.ts'
import {
  agentOf,
  type Checkpoint,
  type Offer,
  type Offered,
  offerName,
  ownOffer,
  workerCheckpoint,
} from './worker-checkpoint.ts'

const GATE = { kind: 'checkpoint', type: 'deliverable' } as const satisfies Gate
/** Marks what was offered here, among all that is held. */
const KEY = 'offer:'
const PAGE = 1000

/** Whose store it is. */
export interface CheckpointStoreParts {
  readonly context: Context
  /** The person who decides through this store; without one it only holds. */
  readonly seat: Seat | null
  /** Workers of another name have jobs of their own. */
  readonly name: string
}

/** Holds what workers offer until a person has decided. Durable; every decision is in the log. */
export class CheckpointStore {
  readonly #context: Context
  readonly #seat: Seat | null
  readonly #name: string
  /** The content that was last shown, by id: nobody approves what they have not seen. */
  readonly #shown = new Map<string, string>()
  /** What each worker offers belongs to one job, until that is called off and the store is opened again. */
  readonly #jobs = new Map<string, Promise<Job>>()

  constructor({ context, seat, name }: CheckpointStoreParts) {
    this.#context = context
    this.#seat = seat
    this.#name = name
  }

  /** Holds an offer under an id of its own. */
  create(offer: Offer): Promise<Checkpoint> {
    return this.submit(newId('chk'), offer)
  }

  /**
   * Holds an offer under a given id. The same again is the same checkpoint; other content under the id is an error, and so is an id whose
   * question was closed: what became of it is kept under that id.
   */
  async submit(id: string, offer: Offer): Promise<Checkpoint> {
    const own = await ownOffer(offer)
    const held = await this.#ask(id, KEY + id, own).catch((error: unknown) => this.#explain(id, own, error))
    if (isOver(held.status)) throw closed(held)
    return this.#show(held)
  }

  /** Holds an offer, or finds the one of the same worker, phase and deliverable. One that was closed unanswered is held anew. */
  async offer(offer: Offer): Promise<Checkpoint> {
    const own = await ownOffer(offer)
    const key = KEY + offerName(own)
    for (let nth = 1; ; nth += 1) {
      const asked = this.#ask(newId('chk'), nth === 1 ? key : `${key}#${nth}`, own)
      const held = await asked.catch(orVoid)
      if (held !== null && !isOver(held.status)) return this.#show(held)
    }
  }

  approve(id: string, reason?: string): Promise<Checkpoint> {
    return this.#answer(id, { answer: 'approve', ...(reason !== undefined && { reason }) })
  }

  /** Says no, and why. */
  async reject(id: string, reason: string): Promise<Checkpoint> {
    if ((reason ?? '').trim() === '') throw new CheckpointError('invalid_input', 'Say why, in a sentence.')
    return this.#answer(id, { answer: 'reject', reason })
  }

  async isPending(id: string): Promise<boolean> {
    return (await this.#held(id)).status === 'pending'
  }

  /** Whether work may go on because a person approved it: not while a kill switch is on, nor once its job was called off. */
  async isApproved(id: string): Promise<boolean> {
    const held = await this.#held(id)
    return held.status === 'approved' && (await this.#counts(held))
  }

  async isRejected(id: string): Promise<boolean> {
    return (await this.#held(id)).status === 'rejected'
  }

  /** Throws for an id that nobody used. */
  async get(id: string): Promise<Checkpoint> {
    return this.#show(await this.#held(id))
  }

  /** What waits for a person, oldest first. */
  async listPending(): Promise<readonly Checkpoint[]> {
    const pending: Checkpoint[] = []
    for (const { id } of await this.#pending()) {
      const held = (await this.#context.store.get('checkpoints', id))?.row
      if (held?.status === 'pending') pending.push(this.#show(held))
      await breathe()
    }
    return pending
  }

  /** Closes what is open, as cancelled; everything stays in the log. Gives how many there were. */
  async clear(): Promise<number> {
    const open = await this.#pending()
    let count = 0
    for (const { id: checkpoint, agent, job } of open) {
      const by = { kind: 'agent', id: agent } as const
      const { tenant } = this.#context
      const input = { tenant, job, by, checkpoint, status: 'cancelled', reason: 'The store was cleared.' } as const
      if (await runCommand(this.#context, withdrawCheckpoint, input)) count += 1
    }
    return count
  }

  async #ask(id: string, key: string, offer: Offer): Promise<Held> {
    const { phase = '', deliverable } = offer
    const agent = agentOf(offer)
    const asked = await inCheckpointWords(async () => {
      const job = await this.#jobOf(agent)
      const offered: Offered = { phase, work: deliverable ?? null }
      return runCommand(this.#context, ask, {
        tenant: this.#context.tenant,
        job: job.id,
        by: { kind: 'agent', id: agent },
        gate: GATE,
        sealed: seal(contentOf(GATE, { deliverable: offered })),
        title: phase,
        key,
        terms: termsOf({}, GATE),
        checkpoint: chosenId(this.#context.tenant, read(ChosenId, id)),
        claim: { attempt: newId('att'), session: this.#context.session.id, recorded: false, idempotent: false },
        call: null,
      })
    })
    return heldBy(asked)
  }

  #jobOf(agent: string): Promise<Job> {
    const known = this.#jobs.get(agent)
    if (known !== undefined) return known
    // Whoever offers work here has already found that a person has to look, so everything is held.
    const begin = (nth: number) =>
      start(this.#context, { agent, policy: 'workers/manual', key: this.#jobKey(agent, nth) })
    const job = standingJob(begin, (begun) => begun)
    this.#jobs.set(agent, job)
    job.catch(() => this.#jobs.delete(agent))
    return job
  }

  /** An id that the same worker used in a job that was called off since is taken for ever, and its caller has to know by what. */
  async #explain(id: string, offer: Offer, error: unknown): Promise<never> {
    // Its caller knows of no key.
    if (error instanceof CheckpointError && error.code === 'key_reused') throw usedOtherwise(id, error)
    const isTaken = error instanceof CheckpointError && error.code === 'id_taken'
    const before = isTaken ? await this.#held(id).catch(() => undefined) : undefined
    throw before?.agent === agentOf(offer) ? closed(before) : error
  }

  /** The same that is asked of whoever takes an approval up (invariant 10). */
  async #counts(held: Held): Promise<boolean> {
    const { store } = this.#context
    const job = (await store.get('jobs', held.job))?.row
    const halted = (await store.get('switches', THE_SWITCH))?.row ?? NOTHING_HALTED
    try {
      if (job !== undefined) refuseTakingUp(held, { job, ancestors: [], halted })
      return job !== undefined
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  async #answer(id: string, review: Review): Promise<Checkpoint> {
    const { id: checkpoint, status, content_hash: stands } = await this.#held(id)
    const seat = this.#seat
    if (seat === null) {
      throw new CheckpointError('actor_not_human', 'Only a person may decide: open the store with a person’s token.')
    }
    // What is decided or closed already is told as that, looked at or not.
    const content_hash = status === 'pending' ? this.#shown.get(checkpoint) : stands
    if (content_hash === undefined) {
      throw new CheckpointError('stale_content', `Look at checkpoint ${id} first, with get or listPending.`)
    }
    await inCheckpointWords(async () => {
      const rest = { step_up: null, batch: false, grant: newId('grt') }
      await seat.run(reviewCheckpoint, { checkpoint, by: seat.by, content_hash, review, ...rest })
    })
    return this.get(id)
  }

  async #held(id: string): Promise<Held> {
    const { store, tenant } = this.#context
    const found = (await store.get('checkpoints', await keptId(store, tenant, read(CheckpointId, id))))?.row
    if (found?.tenant === tenant && (await this.#holds(found))) return found
    throw new CheckpointError('not_found', `There is no checkpoint ${id}.`, { details: { checkpoint: id } })
  }

  /** In brief: together they may be more than a process can hold. */
  async #pending(): Promise<readonly Brief<'checkpoints'>[]> {
    const { store, tenant } = this.#context
    const pending: Brief<'checkpoints'>[] = []
    let after: { value: string; id: string } | undefined
    for (;;) {
      const query = { equals: [tenant, 'pending'], after, limit: PAGE }
      const page = await store.findBrief({ table: 'checkpoints', index: 'by_status', ...query })
      for (const { row } of page) if (await this.#holds(row)) pending.push(row)
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) return pending
      after = { value: last.row.opened_at, id: last.id }
      await breathe()
    }
  }

  /** What another store of the folder holds is not for this one to show, decide or clear. */
  async #holds({ key, job, agent }: Brief<'checkpoints'>): Promise<boolean> {
    if (!key?.startsWith(KEY)) return false
    const of = (await this.#context.store.get('jobs', job))?.row.key ?? null
    return of !== null && firstOf(of) === this.#jobKey(agent, 1)
  }

  #jobKey(agent: string, nth: number): string {
    return standingKey(agent, nth, `checkpoint-store:${encodeURIComponent(this.#name)}`)
  }

  #show(held: Held): Checkpoint {
    this.#shown.set(held.id, held.content_hash)
    return workerCheckpoint(held)
  }
}

function usedOtherwise(id: string, { code, details, cause }: CheckpointError): CheckpointError {
  const message = `The id ${id} was used before, for other work. Choose another id for this.`
  return new CheckpointError(code, message, { cause, details })
}

function heldBy(asked: Asked): Held {
  if (asked.status === 'held') return asked.checkpoint
  if (asked.status === 'denied') throw new CheckpointRejectedError(null, asked.reason)
  throw new CheckpointError('not_approved', `The work could not be held: it is ${asked.status}.`)
}

function read<Schema extends z.ZodType>(schema: Schema, id: string): z.output<Schema> {
  const parsed = schema.safeParse(id)
  if (parsed.success) return parsed.data
  throw new CheckpointError('invalid_input', parsed.error.issues[0]?.message ?? 'The id is not valid.')
}
