import { hasPart, mayDecide } from '../../engine/access.ts'
import type { Store } from '../../engine/ports.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import type { JobId, PersonId, PullId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { Person } from '../../model/person.ts'
import type { Pull } from '../../model/pull.ts'
import type { ListedCheckpoint } from '../desk.ts'
import { isSolo } from './is-solo.ts'

const PAGE = 1000

/** Whoever decides is asked again in the commit of their answer; this tells people whom to turn to. */
export async function approversOf(
  { store }: { readonly store: Store },
  checkpoint: Checkpoint,
  line: readonly Job[],
): Promise<readonly PersonId[]> {
  if (checkpoint.status !== 'pending') return []
  const pull = checkpoint.pull === undefined ? undefined : (await store.get('pulls', checkpoint.pull))?.row
  const may = mayApprove({ checkpoint, line, pull, solo: await isSolo(store) })
  return (await everybody(store)).filter(may).map(({ id }) => id)
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
  for (const checkpoint of rows) {
    if (checkpoint.status !== 'pending') {
      told.push({ ...checkpoint, may_approve: null })
      continue
    }
    const { path, job, pull } = checkpoint
    for (const id of [...path, job]) if (!jobs.has(id)) jobs.set(id, (await store.get('jobs', id))?.row)
    if (pull !== undefined && !pulls.has(pull)) pulls.set(pull, (await store.get('pulls', pull))?.row)
    const line = [...path, job].flatMap((id) => jobs.get(id) ?? [])
    const may = mayApprove({ checkpoint, line, pull: pull && pulls.get(pull), solo })
    told.push({ ...checkpoint, may_approve: may(me) ? 'you' : people.some(may) ? 'others' : 'nobody' })
  }
  return told
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
