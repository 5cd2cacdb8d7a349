import type { Autonomy } from '../../config/autonomy.ts'
import { hashOf } from '../../engine/content-hash.ts'
import { standingKey } from '../../model/standing-key.ts'
import type { JobHandle } from '../job-handle.ts'
import type { Leeway } from '../leeway.ts'
import { ownCopy } from '../own-copy.ts'
import type { Passage } from '../passage.ts'
import { standingJob } from '../standing-job.ts'
import { CheckpointError, CheckpointRejectedError, inCheckpointWords } from './checkpoint-error.ts'
import type { CheckpointStore } from './checkpoint-store.ts'
import { isOver, orVoid } from './closed.ts'
import { shouldCheckpoint } from './should-checkpoint.ts'
import { offerName, ownOffer } from './worker-checkpoint.ts'

/** Says whether a worker may go on; `false` holds it. */
export interface CheckpointHandler {
  onCheckpoint(workerName: string, phase: string, deliverable: unknown): Promise<boolean>
}

/** Holds everything until a person has decided. Asked again about the same work, it knows the answer. */
export class PendingReviewer implements CheckpointHandler {
  readonly #store: CheckpointStore
  /** The checkpoint that each piece of work was last told to wait for. */
  readonly #waits = new Map<string, string>()

  constructor(store: CheckpointStore) {
    this.#store = store
  }

  async onCheckpoint(workerName: string, phase: string, deliverable: unknown): Promise<boolean> {
    const offer = await ownOffer({ workerName, phase, deliverable })
    const name = offerName(offer)
    await this.#tellClosed(name)
    const { id, status, rejectionReason } = await this.#store.offer(offer)
    if (status === 'pending') {
      this.#waits.set(name, id)
      return false
    }
    this.#waits.delete(name)
    if (status === 'approved') return true
    if (status === 'rejected') throw new CheckpointRejectedError(id, rejectionReason)
    throw new CheckpointError('not_approved', `Checkpoint ${id} is ${status}.`)
  }

  /** Whoever waited hears once that nobody is asked any more, and may offer the work anew or leave it. */
  async #tellClosed(name: string): Promise<void> {
    const id = this.#waits.get(name)
    const status = id === undefined ? undefined : (await this.#store.get(id)).status
    if (id === undefined || status === undefined || !isOver(status)) return
    this.#waits.delete(name)
    const message = `Checkpoint ${id}, which this work waited for, is ${status}. Asked again, the work is offered anew.`
    throw new CheckpointError(status === 'expired' ? 'expired' : 'withdrawn', message, { details: { checkpoint: id } })
  }
}

/** What stands in for a person, and how far. */
export interface AutoApproveOptions {
  /** The policy that a person has set for it; what the project says of the worker when left out. */
  readonly policy?: Autonomy
  /** The type of checkpoint that it is asked about. */
  readonly type?: string
}

/** Approves what the policy lets pass, and nothing else: where the policy asks for a person, it holds. Each yes is in the log. */
export class AutoApproveReviewer implements CheckpointHandler {
  readonly #leeway: Leeway
  readonly #options: AutoApproveOptions
  readonly #jobs = new Map<string, Promise<JobHandle>>()

  constructor(leeway: Leeway, options: AutoApproveOptions = {}) {
    this.#leeway = leeway
    this.#options = options
  }

  async onCheckpoint(workerName: string, phase: string, deliverable: unknown): Promise<boolean> {
    const { type = 'deliverable' } = this.#options
    const passage = await inCheckpointWords(async () => {
      const work = ownCopy({ phase, work: deliverable ?? null })
      return this.#ask(workerName, { type, work })
    }).catch(asHeld)
    if (passage === null || passage.go) return passage !== null
    if (passage.outcome === 'rejected' || passage.outcome === 'denied') {
      throw new CheckpointRejectedError('checkpoint' in passage ? passage.checkpoint : null, passage.reason)
    }
    throw new CheckpointError('not_approved', `The work of ${workerName} is ${passage.outcome}.`)
  }

  /** What was closed and nobody had answered is asked anew. */
  async #ask(agent: string, { type, work }: { type: string; work: object }): Promise<Passage> {
    const job = await this.#jobOf(agent)
    const name = hashOf([type, work])
    for (let nth = 1; ; nth += 1) {
      const options = {
        key: nth === 1 ? name : `${name}#${nth}`,
        around: { deliverable: work },
        onHold: 'throw',
      } as const
      const passage = await job.gate({ kind: 'checkpoint', type }, options).catch(orVoid)
      if (passage !== null && !isUnanswered(passage)) return passage
    }
  }

  /** Its standing job: one that was called off stays so here, and whoever starts the worker again begins the next. */
  #jobOf(agent: string): Promise<JobHandle> {
    const known = this.#jobs.get(agent)
    if (known !== undefined) return known
    const { policy } = this.#options
    const begin = (nth: number) =>
      this.#leeway.job({ agent, key: standingKey(agent, nth, 'auto-approve'), ...(policy !== undefined && { policy }) })
    const job = standingJob(begin, (begun) => begun.read())
    this.#jobs.set(agent, job)
    job.catch(() => this.#jobs.delete(agent))
    return job
  }
}

function isUnanswered({ outcome }: Passage): boolean {
  return outcome === 'cancelled' || outcome === 'expired' || outcome === 'superseded'
}

/** A hold is not an error here. */
function asHeld(error: unknown): Passage | null {
  if (error instanceof CheckpointError && error.code === 'held') return null
  throw error
}

/** A worker that has come to a checkpoint. */
export interface AtCheckpoint {
  /** How free the worker is: the name of a level, or a policy. */
  readonly level: Autonomy
  readonly handler: CheckpointHandler | null | undefined
  readonly workerName: string
  readonly phase: string
  readonly deliverable: unknown
  readonly type?: string
}

/** Whether a worker may go on: because its level does not ask, or because the handler says so. Without a handler it may not. */
export async function maybeCheckpoint(at: AtCheckpoint): Promise<boolean> {
  const { level, handler, workerName, phase, deliverable, type = 'intermediate_step' } = at
  if (!(await shouldCheckpoint(level, type))) return true
  if (handler === null || handler === undefined) return false
  // A handler of somebody else's may give anything; only a plain yes is one.
  return (await handler.onCheckpoint(workerName, phase, deliverable)) === true
}
