import type { Autonomy } from '../../config/autonomy.ts'
import { hashOf } from '../../engine/content-hash.ts'
import type { Leeway } from '../leeway.ts'
import { ownCopy } from '../own-copy.ts'
import type { Passage } from '../passage.ts'
import { CheckpointError, CheckpointRejectedError, inCheckpointWords } from './checkpoint-error.ts'
import type { CheckpointStore } from './checkpoint-store.ts'
import { shouldCheckpoint } from './should-checkpoint.ts'

/** Says whether a worker may go on; `false` holds it. */
export interface CheckpointHandler {
  onCheckpoint(workerName: string, phase: string, deliverable: unknown): Promise<boolean>
}

/** Holds everything until a person has decided. Asked again about the same work, it knows the answer. */
export class PendingReviewer implements CheckpointHandler {
  readonly #store: CheckpointStore

  constructor(store: CheckpointStore) {
    this.#store = store
  }

  async onCheckpoint(workerName: string, phase: string, deliverable: unknown): Promise<boolean> {
    const { id, status, rejectionReason } = await this.#store.offer({ workerName, phase, deliverable })
    if (status === 'pending') return false
    if (status === 'approved') return true
    if (status === 'rejected') throw new CheckpointRejectedError(id, rejectionReason)
    throw new CheckpointError(status === 'expired' ? 'expired' : 'withdrawn', `Checkpoint ${id} is ${status}.`)
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

  constructor(leeway: Leeway, options: AutoApproveOptions = {}) {
    this.#leeway = leeway
    this.#options = options
  }

  async onCheckpoint(workerName: string, phase: string, deliverable: unknown): Promise<boolean> {
    const { policy, type = 'deliverable' } = this.#options
    const passage = await inCheckpointWords(async () => {
      const work = ownCopy({ phase, work: deliverable ?? null })
      return this.#ask(workerName, { policy, type, work })
    }).catch(asHeld)
    if (passage === null || passage.go) return passage !== null
    if (passage.outcome === 'rejected' || passage.outcome === 'denied') {
      throw new CheckpointRejectedError('checkpoint' in passage ? passage.checkpoint : null, passage.reason)
    }
    throw new CheckpointError('not_approved', `The work of ${workerName} is ${passage.outcome}.`)
  }

  async #ask(agent: string, { policy, type, work }: { policy: Autonomy | undefined; type: string; work: object }) {
    const key = `auto-approve:${agent}`
    const job = await this.#leeway.job({ agent, key, ...(policy !== undefined && { policy }) })
    const around = { deliverable: work }
    return job.gate({ kind: 'checkpoint', type }, { key: hashOf([type, work]), around, onHold: 'throw' })
  }
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
