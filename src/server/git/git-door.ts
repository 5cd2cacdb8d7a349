import { maySee } from '../../engine/access.ts'
import { noSuch } from '../../engine/job-state.ts'
import { expectPush } from '../../engine/pull/expect-push.ts'
import { AppError } from '../../model/errors.ts'
import { JobId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { Pull } from '../../model/pull.ts'
import type { Context } from '../../sdk/context.ts'
import { isSolo } from '../../sdk/desk/is-solo.ts'
import { joinLanded } from '../../sdk/pull/join-landed.ts'
import { bearerIn } from '../access/authenticate.ts'
import { identifyToken } from '../access/identify.ts'
import { ownJob } from '../access/own-work.ts'
import type { PersonPrincipal, Principal } from '../access/principal.ts'
import { joinPushOf } from '../handlers/desk-of.ts'
import { allowUpload } from '../http/arrival.ts'
import { type HttpRequest, headerOf } from '../http/http-request.ts'
import { refuseOtherOrigin } from '../http/names.ts'
import type { RouteParts } from '../http/route.ts'
import { whenClosed } from '../http/when-closed.ts'
import { type PushFate, pushWords } from './push-words.ts'

/** A branch that a push moves. */
interface Landed {
  readonly ref: string
  readonly from: string | null
  readonly to: string
}

/** One request of a git client, and what whoever sends it may do. */
export interface GitAsked {
  readonly request: Request
  /** What follows the address of the repository, such as `info/refs`. */
  readonly path: string
  /** Branches that may be pushed to; null for somebody who may only read. */
  readonly branches: readonly string[] | null
  readonly now: Date
  /** Called before anything moves; what it throws refuses the push. */
  readonly beforeLanding: (updates: readonly Landed[]) => Promise<void>
  /** Told of what has landed; gives what whoever pushed is told. */
  readonly afterLanding: (updates: readonly Landed[]) => Promise<readonly string[]>
}

/** Serves the repository of a job to git clients. Who is calling has been worked out before. */
export interface GitDoor {
  serve(job: JobId, asked: GitAsked): Promise<Response>
}

interface DoorParts extends Pick<RouteParts, 'limits' | 'names'> {
  readonly context: Context
  readonly door: GitDoor
  /** Where the cockpit is. */
  readonly url: () => string
}

const ADDRESS = /^\/git\/(?<job>[^/]+)\.git\/(?<path>info\/refs|git-upload-pack|git-receive-pack)$/

/** Answers clone, fetch and push of a job's repository. People push to branches that are under review; programs only read. */
export async function answerGit(parts: DoorParts, c: HttpRequest): Promise<Response> {
  const { context, door, limits, names, url } = parts
  refuseOtherOrigin(c.env.incoming.headers, names())
  const { job: name = '', path = '' } = ADDRESS.exec(c.req.path)?.groups ?? {}
  const principal = await whoAsks(parts, c)
  // As long as the answer is on its way git works for it, and counts.
  whenClosed(c.env.outgoing, limits.enter(principal.owner, principal.kind === 'program'))
  const job = await visibleJob(context, principal, jobIn(name))
  const push = await pushOf(context, principal, job)
  if (push.branches !== null) allowUpload(c.env.incoming)
  const afterLanding = async (updates: readonly Landed[]) => {
    const said: string[] = []
    for (const { ref, from } of updates) {
      const fate = await push.join(ref.replace('refs/heads/', ''), from)
      if (fate !== null) said.push(...pushWords({ ...fate, url: url() }))
    }
    return said
  }
  const { branches, expect: beforeLanding } = push
  return door.serve(job.id, {
    request: c.req.raw,
    path,
    branches,
    now: context.store.now(),
    beforeLanding,
    afterLanding,
  })
}

/** Whoever shows nothing, or something that is worth nothing, has only the share of their address. */
async function whoAsks({ context, limits }: DoorParts, c: HttpRequest): Promise<Principal> {
  try {
    return await identifyToken(context, tokenIn(headerOf(c, 'authorization')))
  } catch (error) {
    limits.takeAnonymous(c.env.incoming.socket.remoteAddress ?? '')
    throw error
  }
}

function jobIn(name: string): JobId {
  const id = JobId.safeParse(safelyDecoded(name))
  if (id.success) return id.data
  throw new AppError('not_found')
}

function safelyDecoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}

/** Git asks for a name and a password: the name is nobody's business, and the password is the token. */
function tokenIn(authorization: string | undefined): string {
  if (authorization === undefined) throw new AppError('not_signed_in')
  if (!/^basic /i.test(authorization)) return bearerIn(authorization)
  const pair = Buffer.from(authorization.slice('basic '.length), 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}

async function visibleJob(context: Context, principal: Principal, id: JobId): Promise<Job> {
  if (principal.kind === 'program') return ownJob(context.store, principal, id)
  const job = (await context.store.get('jobs', id))?.row
  if (job === undefined || !maySee(await principal.me(), job.tenant)) throw noSuch('job', id)
  return job
}

interface MayPush {
  readonly branches: readonly string[] | null
  expect(updates: readonly Landed[]): Promise<void>
  /** What became of it; null where there is nothing to say. */
  join(branch: string, from: string | null): Promise<Fate | null>
}

type Fate = Omit<PushFate, 'url'>

const READS_ONLY: MayPush = { branches: null, expect: async () => undefined, join: async () => null }

async function pushOf(context: Context, principal: Principal, job: Job): Promise<MayPush> {
  if (principal.kind === 'program' || (await principal.me()).role === 'viewer') return READS_ONLY
  const pulls = await openPulls(context, job)
  return {
    branches: pulls.map(({ branch }) => branch),
    expect: async (updates) => {
      for (const { ref, from, to } of updates) {
        const pull = pulls.find(({ branch }) => ref === `refs/heads/${branch}`)
        if (pull !== undefined)
          await principal.run(expectPush, { pull: pull.id, by: principal.actor, on: from ?? '', to })
      }
    },
    join: (branch, from) => joined(context, principal, { pull: pulls.find((pull) => pull.branch === branch), from }),
  }
}

async function openPulls(context: Context, job: Job): Promise<readonly Pull[]> {
  const found = await context.store.find({
    table: 'pulls',
    index: 'by_job',
    equals: [job.id],
    newestFirst: true,
    limit: 1000,
  })
  const open = found.map(({ row }) => row).filter(({ status, merge }) => status === 'open' && merge === null)
  return Promise.all(open.map((pull) => joinLanded(context, pull)))
}

async function joined(
  context: Context,
  person: PersonPrincipal,
  { pull, from }: { readonly pull: Pull | undefined; readonly from: string | null },
): Promise<Fate | null> {
  if (pull === undefined || from === null) return null
  const { id, title } = pull
  try {
    if ((await context.workspaces.head(pull.job, pull.branch)) === pull.head) return null
    const before = await standing(context, pull)
    const round = await joinPushOf(context, person, { pull, on: from })
    return { pull: id, title, joined: { ...before, round, isForOthers: !(await isSolo(context.store)) } }
  } catch (error) {
    // The branch has moved, and whose commit that is was written down before: what fails here joins when somebody looks.
    const why = error instanceof AppError ? error.message : 'Something went wrong inside Leeway.'
    return { pull: id, title, joined: { why } }
  }
}

/** How a review stands that somebody pushes to. What was approved and waits for the agent's answers is not what will stand there. */
async function standing({ store }: Context, { checkpoint: id }: Pull) {
  const checkpoint = id === null ? undefined : (await store.get('checkpoints', id))?.row
  if (checkpoint === undefined) return { votes: 0, isAgentsTurn: true }
  const { status, sent_back, spent_at, votes } = checkpoint
  const isAsked = status === 'pending' && !sent_back
  const isVoided = isAsked || (status === 'approved' && spent_at === null)
  return { votes: isVoided ? votes.length : 0, isAgentsTurn: !isAsked }
}
