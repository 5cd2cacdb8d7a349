import { hasPart, mayDecide } from '../../engine/access.ts'
import { countingVotes } from '../../engine/counting-votes.ts'
import { isOverdue } from '../../engine/overdue.ts'
import type { Store } from '../../engine/ports.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import type { JobId, PersonId, PullId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { Person } from '../../model/person.ts'
import type { Pull } from '../../model/pull.ts'
import type { ListedCheckpoint } from '../desk.ts'
import { isSolo } from './is-solo.ts'

const PAGE = 1000

/** Who may approve at this moment, and whose approval of what stands there counts at this moment. */
export interface Deciders {
  readonly approvers: readonly PersonId[]
  readonly approved_by: readonly PersonId[]
}

/** Whoever decides is asked again in the commit of their answer; this tells people whom to turn to, and how far it is. */
export async function decidersOf(
  { store }: { readonly store: Store },
  checkpoint: Checkpoint,
  line: readonly Job[],
): Promise<Deciders> {
  if (checkpoint.status !== 'pending' || isOverdue(checkpoint, store.now())) {
    return { approvers: [], approved_by: whoVoted(checkpoint) }
  }
  const pull = checkpoint.pull === undefined ? undefined : (await store.get('pulls', checkpoint.pull))?.row
  const asked = { checkpoint, line, pull, solo: await isSolo(store) }
  const people = await everybody(store)
  return { approvers: people.filter(mayApprove(asked)).map(({ id }) => id), approved_by: approvedBy(asked, people) }
}

/** Who may approve each of these, as seen by one of them. It is asked of long lists: each row is read once, and nobody is counted. */
export async function withWhoMay(
  { store, me }: { readonly store: Store; readonly me: Person },
  rows: readonly Checkpoint[],
): Promise<readonly ListedCheckpoint[]> {
  const [solo, people] = [await isSolo(store), await everybody(store)]
  const jobs = new Map<JobId, Job | undefined>()
  const pulls = new Map<PullId, Pull | undefined>()
  const told: ListedCheckpoint[] = []
  const now = store.now()
  for (const checkpoint of rows) {
    if (checkpoint.status !== 'pending' || isOverdue(checkpoint, now)) {
      told.push(over(checkpoint))
      continue
    }
    const { path, job, pull } = checkpoint
    for (const id of [...path, job]) if (!jobs.has(id)) jobs.set(id, (await store.get('jobs', id))?.row)
    if (pull !== undefined && !pulls.has(pull)) pulls.set(pull, (await store.get('pulls', pull))?.row)
    const line = [...path, job].flatMap((id) => jobs.get(id) ?? [])
    const asked = { checkpoint, line, pull: pull && pulls.get(pull), solo }
    told.push({ ...checkpoint, may_approve: whoMay(asked, me, people), approved_by: approvedBy(asked, people) })
  }
  return told
}

function whoMay(asked: Asked, me: Person, people: readonly Person[]): ListedCheckpoint['may_approve'] {
  const may = mayApprove(asked)
  if (may(me)) return 'you'
  return people.some(may) ? 'others' : 'nobody'
}

/** What is decided is nobody's question any more; what is overdue is nobody's to approve. */
function over(checkpoint: Checkpoint): ListedCheckpoint {
  const may_approve = checkpoint.status === 'pending' ? 'nobody' : null
  return { ...checkpoint, may_approve, approved_by: whoVoted(checkpoint) }
}

interface Asked {
  readonly checkpoint: Checkpoint
  /** Its job and those it works for, the root first. */
  readonly line: readonly Job[]
  readonly pull: Pull | undefined
  readonly solo: boolean
}

/** Tells of a person whether they may approve; where duties are separated, nobody who has a part in it. */
function mayApprove({ checkpoint, line, pull, solo }: Asked): (person: Person) => boolean {
  const job = line.at(-1)
  if (job === undefined) return () => false
  const ancestors = line.slice(0, -1)
  const isBehind = (person: Person) =>
    hasPart(person, checkpoint, { job, ancestors }) || pull?.pushed_by.includes(person.id) === true
  return (person) => mayDecide(person, checkpoint) && (solo || !isBehind(person))
}

/** Counted as the engine counts them, so that nobody is told of an approval that is worth nothing. */
function approvedBy({ checkpoint, line, pull, solo }: Asked, people: readonly Person[]): readonly PersonId[] {
  const job = line.at(-1)
  // Of long lists hardly anything has been voted on.
  if (job === undefined || checkpoint.votes.length === 0) return []
  const voters = new Map(people.map((person) => [person.id, person]))
  return [...countingVotes({ checkpoint, voters, job: { job, ancestors: line.slice(0, -1) }, solo, pull })]
}

/** Of what is over, whoever has approved it as it was. */
function whoVoted({ votes, content_hash }: Checkpoint): readonly PersonId[] {
  return votes.filter((vote) => vote.content_hash === content_hash).map(({ by }) => by)
}

/** All of them: whoever is not among those that may approve is refused before they are asked. */
async function everybody(store: Store): Promise<readonly Person[]> {
  const people: Person[] = []
  for (;;) {
    const last = people.at(-1)
    const after = last && { value: last.enrolled_at, id: last.id }
    const page = await store.find({ table: 'people', index: 'all', equals: ['listed'], after, limit: PAGE })
    people.push(...page.map(({ row }) => row))
    if (page.length < PAGE) return people
  }
}
