import type { CheckpointView, ListedCheckpoint, MayApprove } from '../../src/api/views.ts'
import type { Attempt } from '../../src/model/attempt.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { Job } from '../../src/model/job.ts'
import { reasonsOf } from '../../src/model/why-held.ts'
import type { Me } from '../data/use-me.ts'
import { aboutOf } from './about-item.ts'

/** A held gate as a row needs it: without its content, which is read where it is looked at. */
export type HeldItem = Pick<
  Checkpoint,
  | 'id'
  | 'job'
  | 'agent'
  | 'title'
  | 'status'
  | 'revision'
  | 'content_hash'
  | 'sent_back'
  | 'deadline'
  | 'late_since'
  | 'opened_at'
  | 'resolution'
  | 'pull'
  | 'demo'
> & {
  readonly is: 'held'
  readonly gate: Checkpoint['gate']
  readonly tool: string | undefined
  readonly verdict: Checkpoint['decision']['verdict']
  /** To whom, what, or to what end, in a few words. */
  readonly about: string
  /** Why it is held, each reason a sentence. */
  readonly reasons: readonly string[]
  /** The axes that held it. */
  readonly why: readonly string[]
  readonly terms: Pick<Checkpoint['terms'], 'answers' | 'quorum' | 'irreversible'>
  readonly voters: readonly string[]
  readonly may_approve: MayApprove | null
}

/** An action of which nobody knows whether it ran. */
export interface DoubtItem {
  readonly is: 'doubt'
  readonly id: string
  readonly job: string
  readonly tool: string | undefined
  readonly opened_at: string
}

/** A job that goes on only when a person says so. */
export interface StoppedItem {
  readonly is: 'stopped'
  readonly id: string
  readonly job: string
  readonly agent: string
  readonly title: string
  readonly opened_at: string
}

export type InboxItem = HeldItem | DoubtItem | StoppedItem

/** What a row keeps of a checkpoint. Large arguments stay behind, so that ten thousand rows fit. */
export function toHeld(checkpoint: ListedCheckpoint): HeldItem {
  const { id, job, agent, title, status, revision, content_hash, sent_back, deadline, opened_at, resolution } =
    checkpoint
  const { answers, quorum, irreversible } = checkpoint.terms
  const { decision, gate, content, pull, demo, may_approve, approved_by: voters } = checkpoint
  return {
    is: 'held',
    ...{ id, job, agent, title, status, revision, content_hash, sent_back, deadline, opened_at, resolution },
    gate: gate.kind === 'tool' ? { ...gate, args: {} } : gate,
    ...(pull !== undefined && { pull }),
    ...(demo !== undefined && { demo }),
    ...(checkpoint.late_since !== undefined && { late_since: checkpoint.late_since }),
    tool: content.tool,
    verdict: decision.verdict,
    about: aboutOf(checkpoint),
    reasons: reasonsOf(decision),
    why: decision.trace.filter(({ outcome }) => outcome !== 'pass').map(({ axis }) => axis),
    terms: { answers, quorum, irreversible },
    voters,
    may_approve,
  }
}

/** What a list would say of a checkpoint that was read by itself. */
export function listedOf({ checkpoint, approvers, approved_by }: CheckpointView, me: Me | undefined): ListedCheckpoint {
  if (checkpoint.status !== 'pending') return { ...checkpoint, may_approve: null, approved_by }
  const isMe = approvers.some((approver) => approver === me?.id)
  return { ...checkpoint, may_approve: isMe ? 'you' : approvers.length > 0 ? 'others' : 'nobody', approved_by }
}

/** An attempt in doubt as a row. */
export function toDoubt({ id, job, content, claimed_at }: Attempt): DoubtItem {
  return { is: 'doubt', id, job, tool: content.tool, opened_at: claimed_at }
}

/** A stopped job as a row. */
export function toStopped({ id, agent, title, started_at }: Job): StoppedItem {
  return { is: 'stopped', id, job: id, agent, title, opened_at: started_at }
}

/** Whose turn it is: an item is somebody's only while it needs them. */
export function needsMe(item: InboxItem, me: Me | undefined): boolean {
  if (me === undefined || me.caller === 'viewer') return false
  if (item.is !== 'held') return true
  if (item.status !== 'pending' || item.sent_back || item.voters.includes(me.id)) return false
  // What nobody may approve would wait for ever: administrators can let somebody in who may.
  return item.may_approve === 'you' || (item.may_approve === 'nobody' && me.caller === 'admin')
}

const SOON_MS = 60 * 60 * 1000

/** What runs out soon first, then what nobody knows the end of, then what stands still, then the oldest. */
export function byUrgency(now: number): (a: InboxItem, b: InboxItem) => number {
  // Compared as they are written: reading the times of ten thousand rows costs more than sorting them.
  const soon = new Date(now + SOON_MS).toISOString()
  return (a, b) => {
    const rankA = rankOf(a, soon)
    const rankB = rankOf(b, soon)
    if (rankA !== rankB) return rankA - rankB
    return order(whenOf(a, rankA), whenOf(b, rankB)) || order(a.id, b.id)
  }
}

/** Times and ids are plain ASCII, and a comparison by language costs fifty times as much. */
export function order(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function rankOf(item: InboxItem, soon: string): number {
  if (item.is === 'doubt') return 1
  if (item.is === 'stopped') return 2
  return item.deadline !== null && item.deadline < soon ? 0 : 3
}

function whenOf(item: InboxItem, rank: number): string {
  return rank === 0 && item.is === 'held' && item.deadline !== null ? item.deadline : item.opened_at
}
