import type { Actor } from '../../model/actor.ts'
import { beingMerged } from '../../model/being-merged.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import type { Content } from '../../model/content.ts'
import { AppError } from '../../model/errors.ts'
import type { Gate } from '../../model/gate.ts'
import { type JobId, PullId, type TenantId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { Phase, Pull } from '../../model/pull.ts'
import { maySee } from '../access.ts'
import { contentHash } from '../content-hash.ts'
import { contentOf } from '../content-of.ts'
import { noSuch } from '../job-state.ts'
import type { Effect } from '../ports.ts'
import type { Awaitable, Reader } from '../reader.ts'

/** The id of the pull request of a branch of a job. */
export function pullIdOf(job: JobId, branch: string): PullId {
  return PullId.parse(`${job}:${branch}`)
}

/** Reads a pull request that has to be there. */
export async function loadPull(read: Reader, id: PullId): Promise<Pull> {
  const pull = await read.get('pulls', id)
  if (pull === undefined) throw noSuch('pull request', id)
  return pull
}

/** Reads what people were last asked about a pull request. */
export function loadAsked(read: Reader, pull: Pull | undefined): Awaitable<Checkpoint | undefined> {
  return pull === undefined || pull.checkpoint === null ? undefined : read.get('checkpoints', pull.checkpoint)
}

/** Exactly what an approval of a pull request is about: this commit, with this tree, onto this base. */
export function pullContent(
  { id, base, head, tree }: Pick<Pull, 'id' | 'base' | 'head' | 'tree'>,
  gate: Gate,
): Content {
  return contentOf(gate, { target: id, base_commit: base, tree, deliverable: { head } })
}

/**
 * Whether people have the next word on a pull request, whatever the policy says by now: what they were last asked about it is open, ended
 * without a yes, or in a yes that does not count any more, because it was taken back, voided, spent on a merge that was not made, or given to
 * another tree than stands there.
 */
export function isForPeople(pull: Pull | undefined, asked: Checkpoint | undefined): boolean {
  if (pull === undefined || asked === undefined) return false
  const isYes = asked.status === 'approved' && asked.spent_at === null
  return !isYes || !isAbout(pull, asked.gate, asked.content_hash)
}

/** Whether the agent is at work on what people have said: its branch may be ahead of the newest round, which is all that people were shown. */
export function isAgentsTurn(asked: Pick<Checkpoint, 'status' | 'sent_back'> | undefined): boolean {
  return asked !== undefined && (asked.status !== 'pending' || asked.sent_back)
}

/** Somebody builds on the newest round, or, in the agent's turn, on what the agent has put on top of it: git compares what that is. */
export function refuseOtherHead(pull: Pull, asked: Checkpoint | undefined, on: string): void {
  if (on === pull.head || isAgentsTurn(asked)) return
  throw new AppError('head_moved', [], {
    message: `The branch ${pull.branch} has moved since. Fetch it and try again.`,
  })
}

/** What people see of a pull request is its newest round, so that is what every question about it is about. */
export function refuseOtherTree(
  pull: Pull | undefined,
  asked: { readonly id: PullId; readonly job: JobId; readonly gate: Gate; readonly hash: string },
): void {
  if (pull === undefined || pull.job !== asked.job) throw noSuch('pull request', asked.id)
  if (isAbout(pull, asked.gate, asked.hash)) return
  throw new AppError('head_moved', [], { message: `The question is not about the newest round of ${asked.id}.` })
}

/** Whether a hash names the newest round of a pull request. */
export function isAbout(pull: Pull, gate: Gate, hash: string): boolean {
  return hash === contentHash(pullContent(pull, gate))
}

/** The person behind a review; nobody else learns that the pull request exists. */
export function reviewerOf(pull: Pull, by: Actor, person: Person | undefined): Person {
  if (by.kind !== 'person') throw new AppError('actor_not_human')
  if (!maySee(person, pull.tenant)) throw noSuch('pull request', pull.id)
  if (person.role !== 'viewer') return person
  throw new AppError('not_authorised', [], { message: `${person.id} may look at ${pull.id}, and not review it.` })
}

/**
 * The questions of a phase are its own: its end, and the end of the job where it is the last. An agent brings its evidence, and neither
 * asks about something easier nor takes a question back.
 */
export function refuseOtherGates(phase: Phase, gates: readonly Gate[], before: readonly Gate[] = []): void {
  const isOwn = (gate: Gate) => gate.kind === 'phase' && gate.phase === phase.type && gate.number === phase.number
  const isFit = gates.some(isOwn) && gates.every((gate) => gate.kind === 'completion' || isOwn(gate))
  if (isFit && before.every(({ kind }) => gates.some((gate) => gate.kind === kind))) return
  const message = `Phase ${phase.number} (${phase.type}) is asked about as itself, and about the end of the job where it is the last.`
  throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/gates' }], { message })
}

/** A job has its own pull requests, and nobody learns of those of another. */
export function refuseForeignPull(pull: Pull, given: { readonly tenant: TenantId; readonly job: JobId }): void {
  if (pull.tenant !== given.tenant || pull.job !== given.job) throw noSuch('pull request', pull.id)
}

/** What is merged or closed stays as it was reviewed; while it is being merged, nothing may change under it. */
export function refuseClosed(pull: Pull): void {
  if (pull.status !== 'open') {
    throw new AppError('pull_ended', [], { message: `Pull request ${pull.id} is ${pull.status}.` })
  }
}

/** Between the permission and the merge nothing is added. */
export function refuseMerging(pull: Pull): void {
  refuseClosed(pull)
  if (pull.merge !== null) throw beingMerged(`Pull request ${pull.id} is being merged.`, pull)
}

/** Blocking threads stop every merge, the automatic one included. */
export function unresolved({ id, blocking }: Pull): AppError {
  const they =
    blocking.length === 1 ? `One blocking thread of ${id} has` : `${blocking.length} blocking threads of ${id} have`
  const message = `${they} to be resolved first: ${blocking.slice(0, 5).join(', ')}.`
  return new AppError('unresolved_threads', [], { message, details: { pull: id } })
}

/** What was approved is merged, whoever is there to do it; where something still stands in the way that comes to nothing. */
export function mergeEffect(pull: PullId, tenant: TenantId, why: string): Effect {
  return { id: `merge:${pull}:${why}`, kind: 'merge_pull', tenant, body: { pull } }
}

/** The agent has something to say before the branch is gone. */
export function unanswered({ id }: Pull, count: number): AppError {
  const they = count === 1 ? `One comment on ${id} has` : `${count} comments on ${id} have`
  return new AppError('unanswered_remarks', [], { message: `${they} to be answered by the agent first.` })
}
