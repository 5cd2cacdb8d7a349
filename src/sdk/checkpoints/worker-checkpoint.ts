import { hashOf } from '../../engine/content-hash.ts'
import type { Checkpoint as Held } from '../../model/checkpoint.ts'
import type { CheckpointStatus } from '../../model/checkpoint-status.ts'
import { ownCopy } from '../own-copy.ts'
import { inCheckpointWords } from './checkpoint-error.ts'

/** Work that a worker offered, and where it stands. */
export interface Checkpoint {
  readonly id: string
  readonly workerName: string
  readonly phase: string
  readonly deliverable: unknown
  /** Besides pending, approved and rejected: expired when nobody answered in time, cancelled when it was cleared. */
  readonly status: CheckpointStatus
  /** Empty unless it was rejected. */
  readonly rejectionReason: string
  readonly createdAt: Date
  readonly resolvedAt: Date | null
}

/** What a worker offers. */
export interface Offer {
  readonly deliverable: unknown
  readonly workerName?: string
  readonly phase?: string
}

/** What a person sees of an offer, and approves. */
export interface Offered {
  readonly phase: string
  readonly work: unknown
}

/** A held gate in the words of this interface. */
export function workerCheckpoint({ id, agent, content, status, resolution, opened_at, resolved_at }: Held): Checkpoint {
  const { phase, work } = content.deliverable as Offered
  return {
    id,
    workerName: agent === NAMELESS ? '' : agent,
    phase,
    deliverable: work,
    status,
    rejectionReason: status === 'rejected' ? (resolution?.reason ?? '') : '',
    createdAt: new Date(opened_at),
    resolvedAt: resolved_at === null ? null : new Date(resolved_at),
  }
}

/** What is hashed, kept and shown is one thing, whatever the worker does to its own meanwhile. */
export function ownOffer(offer: Offer): Promise<Offer> {
  return inCheckpointWords(async () => ownCopy(offer))
}

/** Names work of a worker, whoever offers it. */
export function offerName({ workerName = '', phase = '', deliverable }: Offer): string {
  return hashOf([workerName, phase, deliverable ?? null])
}

/** The agent that a worker is here. */
export function agentOf({ workerName = '' }: Offer): string {
  return workerName === '' ? NAMELESS : workerName
}

/** The agent of a worker that gave no name. */
const NAMELESS = 'worker'
