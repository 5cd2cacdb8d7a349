import { maySee } from '../../engine/access.ts'
import { noSuch } from '../../engine/job-state.ts'
import type { Workspaces } from '../../engine/ports.ts'
import { markFiles } from '../../engine/pull/mark-files.ts'
import { loadRejected } from '../../engine/pull/rejected-parts.ts'
import { saveDrafts } from '../../engine/pull/save-drafts.ts'
import { saveUnsent } from '../../engine/pull/save-unsent.ts'
import { submitReview } from '../../engine/pull/submit-review.ts'
import { talkInThread } from '../../engine/pull/talk-in-thread.ts'
import { Reader } from '../../engine/reader.ts'
import { ownAt, roundAt } from '../../engine/tables.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import { noMarks } from '../../model/no-marks.ts'
import { isOfRepository } from '../../model/of-repository.ts'
import type { Pull, Round } from '../../model/pull.ts'
import type { Draft } from '../../model/review-thread.ts'
import { turnOf } from '../../model/turn-of.ts'
import { MOST_RAW_BYTES, unshownAmong } from '../../model/unshown-words.ts'
import { NOTHING_UNSENT } from '../../model/with-unsent.ts'
import { expireDue } from '../expire-due.ts'
import { newId } from '../new-id.ts'
import type { Page } from '../page.ts'
import { placesOfDrafts } from '../pull/follow-threads.ts'
import { joinLanded } from '../pull/join-landed.ts'
import { namePushers } from '../pull/name-pushers.ts'
import { roundsOf } from '../pull/offer-round.ts'
import { refuseUnfitAnchors } from '../pull/refuse-unfit-anchors.ts'
import type {
  Compared,
  DiffView,
  FileView,
  GivenReview,
  ListedPull,
  PullDesk,
  PullView,
  ReviewGiven,
  Said,
  WhichFile,
} from '../pull-desk.ts'
import { decidersOf } from './approvers.ts'
import { commitToPull } from './commit-to-pull.ts'
import { lineOf, proved } from './desk-checkpoints.ts'
import { mergePages, pageOf } from './merge-pages.ts'
import { type Seat, tenantsOf } from './seat.ts'
import { stuckPulls } from './stuck-pulls.ts'
import { visiblePull, workspacesOf } from './visible-pull.ts'

/** Pull requests, as one person reviews them. */
export function deskPulls(seat: Seat): PullDesk {
  return {
    list: (query = {}) => list(seat, query),
    read: async (id) => {
      await expireDue(seat)
      const pull = await visiblePull(seat, id)
      return view(seat, await joined(seat, pull))
    },
    diff: async (id, compared = {}) => diff(seat, await visiblePull(seat, id), compared),
    files: async (id, round) => {
      const pull = await visiblePull(seat, id)
      const { tree } = await roundOf(seat, pull, round)
      return { commit: tree, paths: await workspacesOf(seat).list(pull.job, tree) }
    },
    file: async (id, which) => {
      const pull = await visiblePull(seat, id)
      return file(workspacesOf(seat), pull, { path: which.path, commit: await commitOf(seat, pull, which) })
    },
    download: async (id, which) => download(seat, await visiblePull(seat, id), which),
    submit: (review) => submit(seat, review),
    talk: (said) => talk(seat, said),
    saveDrafts: async (pull, drafts, removed) => {
      await seat.run(saveDrafts, { pull, by: seat.by, drafts, removed })
    },
    saveUnsent: (pull, change) => seat.run(saveUnsent, { pull, by: seat.by, change }),
    markFiles: (pull, viewed) => seat.run(markFiles, { pull, by: seat.by, viewed }),
    commit: (given) => commitToPull(seat, given),
  }
}

type Query = NonNullable<Parameters<PullDesk['list']>[0]>

async function list(seat: Seat, query: Query): Promise<Page<ListedPull>> {
  // As in a list of what is held: what has run out is not shown as if somebody could still answer it.
  await expireDue(seat)
  const { statuses = ['open'], job, stuck = false } = query
  const orderOf = ({ opened_at }: Pull) => opened_at
  if (stuck) return withTurns(seat, pageOf(await stuckPulls(seat), orderOf, query))
  if (job === undefined) {
    const parts = (await tenantsOf(seat)).flatMap((tenant) => statuses.map((status) => [tenant, status]))
    const spread = { table: 'pulls', index: 'by_status', parts, orderOf } as const
    return withTurns(seat, await mergePages(seat.store, spread, query))
  }
  const found = (await seat.store.get('jobs', job))?.row
  if (found === undefined || !maySee(await seat.me(), found.tenant)) throw noSuch('job', job)
  const spread = { table: 'pulls', index: 'by_job', parts: [[job]], orderOf } as const
  const fits = ({ status, offered }: Pull) => offered && statuses.includes(status)
  for (let { after } = query; ; ) {
    const { rows, next } = await mergePages(seat.store, spread, { ...query, after })
    const found = rows.filter(fits)
    // A page on which nothing fits says nothing: what is looked for may come behind it.
    if (found.length > 0 || next === null) return withTurns(seat, { rows: found, next })
    after = next
  }
}

async function withTurns({ store }: Seat, { rows, next }: Page<Pull>): Promise<Page<ListedPull>> {
  const listed: ListedPull[] = []
  for (const pull of rows) {
    const checkpoint = pull.checkpoint === null ? undefined : (await store.get('checkpoints', pull.checkpoint))?.row
    listed.push({ ...pull, turn: turnOf(pull, checkpoint, (await store.get('jobs', pull.job))?.row.status) })
  }
  return { rows: listed, next }
}

/** What can't be read of the repository joins later; what people have said is read all the same. */
async function joined(seat: Seat, pull: Pull): Promise<Pull> {
  try {
    return await joinLanded({ ...seat, workspaces: workspacesOf(seat) }, pull)
  } catch (error) {
    if (isOfRepository(error)) return pull
    throw error
  }
}

async function view(seat: Seat, pull: Pull): Promise<PullView> {
  const { store } = seat
  const rounds = await roundsOf(seat, pull.id)
  const threads = await store.find({ table: 'review_threads', index: 'by_pull', equals: [pull.id], limit: 1000 })
  const checkpoint = pull.checkpoint === null ? null : ((await store.get('checkpoints', pull.checkpoint))?.row ?? null)
  const job = (await store.get('jobs', pull.job))?.row
  if (job === undefined) throw noSuch('job', pull.job)
  return {
    pull: await withBehind(seat, pull),
    rounds: rounds.map((round) => ({ ...round, files: round.files.length })),
    threads: threads.map(({ row }) => row),
    checkpoint,
    rejected: await loadRejected(new Reader(store), pull, checkpoint ?? undefined),
    unshown: unshownAmong(rounds.find(({ number }) => number === pull.round)?.files ?? []),
    job_status: job.status,
    ...(checkpoint === null
      ? { approvers: [], approved_by: [] }
      : await decidersOf(seat, checkpoint, await lineOf(seat, checkpoint))),
    ...(await ownOf(seat, pull)),
    ...(await commitsOf(seat, pull)),
  }
}

/** Whoever is about to approve reads whether `main` has moved on. While it is being merged, `main` may hold it already. */
async function withBehind(seat: Seat, pull: Pull): Promise<Pull> {
  if (pull.status !== 'open' || pull.merge !== null) return pull
  const behind = await workspacesOf(seat)
    .behind(pull)
    .catch(() => undefined)
  return behind === undefined ? pull : { ...pull, behind }
}

/** What is theirs alone. */
async function ownOf({ store, by }: Seat, { id }: Pull): Promise<Pick<PullView, 'drafts' | 'unsent' | 'marks'>> {
  const own = ownAt(id, by.id)
  const { drafts = [], unsent = NOTHING_UNSENT } = (await store.get('drafts', own))?.row ?? {}
  return {
    drafts,
    unsent,
    marks: (await store.get('marks', own))?.row ?? noMarks(id),
  }
}

/** The words of a review are read also where nothing can be read of its repository, and what is wrong with that stands beside them. */
async function commitsOf(seat: Seat, pull: Pull): Promise<Pick<PullView, 'commits' | 'unread'>> {
  const { job, base, head } = pull
  const workspaces = workspacesOf(seat)
  try {
    const commits = await workspaces.log(job, { after: base, until: head })
    return { commits: await namePushers({ store: seat.store, workspaces }, pull, commits) }
  } catch (error) {
    if (!isOfRepository(error)) throw error
    return { commits: [], unread: { code: error.code, reason: error.message } }
  }
}

async function diff(seat: Seat, pull: Pull, { round, since }: Compared): Promise<DiffView> {
  // What is shown is the tree that is approved and merged, which is not that of the branch where `main` has moved.
  const { base, tree } = await roundOf(seat, pull, round)
  const from = since === undefined ? base : (await roundOf(seat, pull, since)).tree
  return { from, to: tree, files: await workspacesOf(seat).diff(pull.job, { from, to: tree }) }
}

async function roundOf({ store }: Seat, pull: Pull, number = pull.round): Promise<Round> {
  const round = (await store.get('rounds', roundAt(pull.id, number)))?.row
  if (round !== undefined) return round
  const message = `${pull.id} has no round ${number}; the newest is ${pull.round}.`
  throw new AppError('not_found', [], { message, details: { next: `See its rounds: leeway pr show ${pull.id}` } })
}

/** Where a file is looked for: in what would be merged of a round, or on the base of it. */
async function commitOf(seat: Seat, pull: Pull, { round, side = 'new' }: WhichFile): Promise<string> {
  const { tree, base } = await roundOf(seat, pull, round)
  return side === 'new' ? tree : base
}

async function file(
  workspaces: Workspaces,
  { job, id }: Pull,
  { path, commit }: { readonly path: string; readonly commit: string },
): Promise<FileView> {
  const bytes = await workspaces.read(job, commit, path)
  if (bytes === undefined) throw noFile(path, { id })
  const text = textOf(bytes)
  const isShown = text === null && bytes.length <= MOST_RAW_BYTES
  return { path, commit, text, size: bytes.length, base64: isShown ? Buffer.from(bytes).toString('base64') : null }
}

async function download(seat: Seat, pull: Pull, which: WhichFile): ReturnType<PullDesk['download']> {
  const found = await workspacesOf(seat).whole(pull.job, await commitOf(seat, pull, which), which.path)
  if (found === undefined) throw noFile(which.path, pull)
  return found
}

function noFile(path: string, { id }: Pick<Pull, 'id'>): AppError {
  const details = { next: `See what changes: leeway pr diff ${id}` }
  return new AppError('not_found', [], { message: `There is no file ${path} in ${id}.`, details })
}

function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

async function submit(seat: Seat, given: GivenReview): Promise<ReviewGiven> {
  const { pull, head, content_hash, answer, text = '', threads = [], verdicts = [], passphrase } = given
  const checkpoint = (await seat.store.get('pulls', pull))?.row.checkpoint ?? null
  const isProved = passphrase !== undefined && checkpoint !== null
  const step_up = isProved ? await proved(seat, passphrase, { do: 'answer', checkpoint, content_hash }) : null
  const places = await draftPlaces(seat, { pull, head, threads })
  const said = { pull, head, content_hash, answer, text, threads, places, verdicts }
  const what = { ...said, by: seat.by, step_up, grant: newId('grt') }
  const { status, revision, missing } = await seat.run(submitReview, what)
  return { status, revision, missing }
}

/**
 * Where the lines of drafts of an earlier round are by now, for whoever may see the pull request. Drafts on lines that were never there are
 * refused; where another round has arrived, that is what has to be said first.
 */
export async function draftPlaces(
  seat: Seat,
  given: { readonly pull: PullId; readonly head: string; readonly threads: readonly Draft[] },
) {
  const drafts = given.threads.filter(({ anchor }) => anchor !== null)
  if (drafts.length === 0) return []
  const kept = { ...seat, workspaces: workspacesOf(seat) }
  const pull = await visiblePull(seat, given.pull)
  if (given.head !== pull.head) return []
  await refuseUnfitAnchors(kept, pull, given.threads)
  return placesOfDrafts(kept, pull, drafts)
}

async function talk(seat: Seat, { pull, thread, do: what, text = '' }: Said): Promise<void> {
  const words = text.trim()
  if (what !== 'resolve' && words === '') {
    const message = 'Say something: the agent has to know what is meant.'
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/text' }])
  }
  const say = what === 'resolve' ? ({ do: what } as const) : { do: what, text: words }
  await seat.run(talkInThread, { pull, thread, by: seat.by, say })
}
