import type { Cursor, Desk, Page } from '../../compose.ts'
import { CHECKPOINT_STATUSES } from '../../model/checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import { AttemptId, CheckpointId, GrantId, JobId, PullId } from '../../model/ids.ts'
import { JOB_STATUSES } from '../../model/job.ts'
import { PULL_STATUSES } from '../../model/pull.ts'
import { quote } from '../../model/quote.ts'
import { wrongCall } from '../wrong-call.ts'

const PAGE = 1000
const MOST_PAGES = 20
const PART_OF_ID = /^[A-Za-z0-9._:~-]{1,257}$/

type List = (after: Cursor | undefined) => Promise<Page<{ readonly id: string }>>

/** A kind of thing that is named by an id: how its ids look, whether one is there, and where to look for the others. */
interface Named<Id extends string> {
  readonly what: string
  readonly id: { safeParse(text: string): { readonly success: true; readonly data: Id } | { readonly success: false } }
  /** The likeliest first. */
  readonly lists: (desk: Desk) => readonly List[]
  readonly isThere: (desk: Desk, id: Id) => Promise<boolean>
  /** What is said of an id that is not found, where only some are looked for; and what to do then. */
  readonly absent?: string
  readonly next?: string
}

const checkpoints: Named<CheckpointId> = {
  what: 'checkpoint',
  id: CheckpointId,
  lists: (desk) => [
    (after) => desk.checkpoints({ after, limit: PAGE }),
    (after) => desk.checkpoints({ after, limit: PAGE, newestFirst: true, statuses: CHECKPOINT_STATUSES.slice(1) }),
  ],
  isThere: (desk, id) => found(desk.checkpoint(id)),
  next: 'See what there is: leeway checkpoints --all',
}

const jobs: Named<JobId> = {
  what: 'job',
  id: JobId,
  lists: (desk) => [
    (after) => desk.jobs({ after, limit: PAGE }),
    (after) => desk.jobs({ after, limit: PAGE, newestFirst: true, statuses: JOB_STATUSES }),
  ],
  isThere: (desk, id) => found(desk.job(id)),
  next: 'See what there is: leeway jobs --all',
}

const grants: Named<GrantId> = {
  what: 'grant',
  id: GrantId,
  lists: (desk) => [(after) => desk.grants({ after, limit: PAGE, newestFirst: true })],
  isThere: async () => false,
  next: 'See what there is: leeway grants',
}

const attempts: Named<AttemptId> = {
  what: 'attempt',
  id: AttemptId,
  lists: (desk) => [(after) => desk.inDoubt({ after, limit: PAGE })],
  isThere: async () => false,
  absent: 'is in doubt: it is settled, or not yours to see',
  next: 'See what is in doubt: leeway jobs',
}

const pulls: Named<PullId> = {
  what: 'pull request',
  id: PullId,
  lists: (desk) => [
    (after) => desk.pulls.list({ after, limit: PAGE }),
    (after) => desk.pulls.list({ after, limit: PAGE, newestFirst: true, statuses: PULL_STATUSES }),
  ],
  isThere: (desk, id) => found(desk.pulls.read(id)),
  next: 'See what there is: leeway pr list --all',
}

/** The whole id that somebody means by its beginning or its end. */
export const fullId = {
  checkpoint: (desk: Desk, given: string) => complete(desk, given, checkpoints),
  job: (desk: Desk, given: string) => complete(desk, given, jobs),
  pull: (desk: Desk, given: string) => complete(desk, given, pulls),
  grant: (desk: Desk, given: string) => complete(desk, given, grants),
  attempt: (desk: Desk, given: string) => complete(desk, given, attempts),
}

async function complete<Id extends string>(desk: Desk, given: string, named: Named<Id>): Promise<Id> {
  if (!PART_OF_ID.test(given))
    throw wrongCall(`${quote(given)} is not the id of ${named.what === 'attempt' ? 'an' : 'a'} ${named.what}.`)
  const parsed = named.id.safeParse(given)
  if (parsed.success && (await named.isThere(desk, parsed.data))) return parsed.data
  for (const list of named.lists(desk)) {
    const [first, ...others] = await shortenedTo(list, given)
    if (first !== undefined && others.length === 0) return first as Id
    if (first !== undefined) {
      throw wrongCall(`${quote(given)} may be ${[first, ...others].slice(0, 5).join(', ')}. Write more of it.`)
    }
  }
  throw new AppError('not_found', [], {
    message: named.absent
      ? `No ${named.what} ${given} ${named.absent}.`
      : `There is no ${named.what} ${given}, or it is not yours to see.${tooShort(given)}`,
    details: { [named.what]: given, ...(named.next && { next: named.next }) },
  })
}

/** Ids of the same minute begin alike, so their ends count as well; a shorter end would be clear by chance only. */
const SHORTEST_END = 4

/** Said where an id was named by so little of its end that it was not looked for there. */
function tooShort(given: string): string {
  return given.length < SHORTEST_END ? ` Of the end of an id at least ${SHORTEST_END} characters are needed.` : ''
}

function isMeant(id: string, given: string): boolean {
  if (given.length >= SHORTEST_END && id.endsWith(given)) return true
  // What belongs to a job has a name of its own behind the job's, such as its branch.
  const own = id.includes(':') ? id.slice(id.indexOf(':') + 1) : id.slice(id.indexOf('_') + 1)
  return id.startsWith(given) || own.startsWith(given) || id.slice(id.indexOf('_') + 1).startsWith(given)
}

/** The ids that are shortened so. */
async function shortenedTo(list: List, given: string): Promise<readonly string[]> {
  const matches: string[] = []
  let after: Cursor | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { rows, next } = await list(after)
    const ids = rows.map(({ id }) => id)
    matches.push(...ids.filter((id) => isMeant(id, given)))
    const whole = matches.find((id) => id === given)
    if (whole !== undefined) return [whole]
    if (next === null) return matches
    after = next
  }
  return matches
}

async function found(look: Promise<unknown>): Promise<boolean> {
  try {
    await look
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}
