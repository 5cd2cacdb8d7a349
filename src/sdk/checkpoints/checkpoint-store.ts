import type * as z from 'zod'
import { type Asked, ask } from '../../engine/ask.ts'
import { hashOf, seal } from '../../engine/content-hash.ts'
import { contentOf } from '../../engine/content-of.ts'
import type { Brief } from '../../engine/ports.ts'
import { reviewCheckpoint } from '../../engine/review-checkpoint.ts'
import { runCommand } from '../../engine/run-command.ts'
import { withdrawCheckpoint } from '../../engine/withdraw-checkpoint.ts'
import type { Checkpoint as Held } from '../../model/checkpoint.ts'
import type { Gate } from '../../model/gate.ts'
import { CheckpointId, ChosenId } from '../../model/ids.ts'
import type { Review } from '../../model/review.ts'
import { breathe } from '../breathe.ts'
import { chosenId, keptId } from '../chosen-id.ts'
import type { Context } from '../context.ts'
import type { Seat } from '../desk/seat.ts'
import { termsOf } from '../gate-options.ts'
import { newId } from '../new-id.ts'
import { ownCopy } from '../own-copy.ts'
import { start } from '../start.ts'
import { CheckpointError, CheckpointRejectedError, inCheckpointWords } from './checkpoint-error.ts'
import { type Checkpoint, NAMELESS, type Offer, type Offered, workerCheckpoint } from './worker-checkpoint.ts'

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

  constructor({ context, seat, name }: CheckpointStoreParts) {
    this.#context = context
    this.#seat = seat
    this.#name = name
  }

  /** Holds an offer under an id of its own. */
  create(offer: Offer): Promise<Checkpoint> {
    return this.submit(newId('chk'), offer)
  }

  /** Holds an offer under a given id. The same again is the same checkpoint; other content under the id is an error. */
  async submit(id: string, offer: Offer): Promise<Checkpoint> {
    return this.#ask(id, KEY + id, await ownOffer(offer))
  }

  /** Holds an offer, or finds the one of the same worker, phase and deliverable. */
  async offer(offer: Offer): Promise<Checkpoint> {
    const own = await ownOffer(offer)
    const { workerName = '', phase = '', deliverable } = own
    return this.#ask(newId('chk'), KEY + hashOf([workerName, phase, deliverable ?? null]), own)
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

  async isApproved(id: string): Promise<boolean> {
    return (await this.#held(id)).status === 'approved'
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
    for (const { id: checkpoint, agent, job } of open) {
      const by = { kind: 'agent', id: agent } as const
      const { tenant } = this.#context
      const input = { tenant, job, by, checkpoint, status: 'cancelled', reason: 'The store was cleared.' } as const
      await runCommand(this.#context, withdrawCheckpoint, input)
    }
    return open.length
  }

  async #ask(id: string, key: string, offer: Offer): Promise<Checkpoint> {
    const { workerName = '', phase = '', deliverable } = offer
    const agent = workerName === '' ? NAMELESS : workerName
    const asked = await inCheckpointWords(async () => {
      // Whoever offers work here has already found that a person has to look, so everything is held.
      const job = await start(this.#context, { agent, policy: 'workers/manual', key: this.#jobKey(agent) })
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
    return this.#show(heldBy(asked))
  }

  async #answer(id: string, review: Review): Promise<Checkpoint> {
    const { id: checkpoint } = await this.#held(id)
    const seat = this.#seat
    if (seat === null) {
      throw new CheckpointError('actor_not_human', 'Only a person may decide: open the store with a person’s token.')
    }
    const content_hash = this.#shown.get(checkpoint)
    if (content_hash === undefined) {
      throw new CheckpointError('stale_content', `Look at checkpoint ${id} first, with get or listPending.`)
    }
    await inCheckpointWords(async () => {
      await seat.me()
      const rest = { step_up: null, batch: false, grant: newId('grt') }
      await runCommand(this.#context, reviewCheckpoint, { checkpoint, by: seat.by, content_hash, review, ...rest })
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
    return (await this.#context.store.get('jobs', job))?.row.key === this.#jobKey(agent)
  }

  #jobKey(agent: string): string {
    return `checkpoint-store:${this.#name}:${agent}`
  }

  #show(held: Held): Checkpoint {
    this.#shown.set(held.id, held.content_hash)
    return workerCheckpoint(held)
  }
}

/** What is hashed, kept and shown is one thing, whatever the worker does to its own meanwhile. */
function ownOffer(offer: Offer): Promise<Offer> {
  return inCheckpointWords(async () => ownCopy(offer))
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
