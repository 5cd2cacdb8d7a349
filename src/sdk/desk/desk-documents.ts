import { hash } from 'node:crypto'
import { maySee } from '../../engine/access.ts'
import { addDocuments, newAmong, tooLate } from '../../engine/document/add-documents.ts'
import { joinDocuments } from '../../engine/document/join-documents.ts'
import { sendDocuments } from '../../engine/document/send-documents.ts'
import { hasEnded, noSuch } from '../../engine/job-state.ts'
import { answeredBefore } from '../../engine/run-command.ts'
import type { Document } from '../../model/document.ts'
import { DOCUMENT_LIMITS } from '../../model/document-limits.ts'
import { DocumentName } from '../../model/document-name.ts'
import { AppError } from '../../model/errors.ts'
import type { JobId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { Pull } from '../../model/pull.ts'
import { quote } from '../../model/quote.ts'
import { documentBytes, documentPath, documentsMessage } from '../document/document-changes.ts'
import { documentsOf, pendingDocuments } from '../document/pending-documents.ts'
import { inWayOf, placeDocuments, standingAt } from '../document/place-documents.ts'
import type { DocumentDesk, GivenDocument, GivenDocuments } from '../document-desk.ts'
import { joinLanded } from '../pull/join-landed.ts'
import { landCommit } from './land-commit.ts'
import type { Seat } from './seat.ts'
import { workspacesOf } from './visible-pull.ts'

/** Documents of jobs, as one person gives and sees them. */
export function deskDocuments(seat: Seat): DocumentDesk {
  return {
    list: async (job) => documentsOf(seat, (await visibleJob(seat, job)).id),
    read: async (job, name) => {
      const found = (await documentsOf(seat, (await visibleJob(seat, job)).id)).find((one) => one.name === name)
      if (found === undefined) throw noSuch('document', name)
      return { document: found, bytes: await documentBytes(workspacesOf(seat), job, found) }
    },
    upload: (given) => upload(seat, given),
  }
}

/** A job that the person may see. */
async function visibleJob(seat: Seat, id: JobId): Promise<Job> {
  const job = (await seat.store.get('jobs', id))?.row
  if (job === undefined || !maySee(await seat.me(), job.tenant)) throw noSuch('job', id)
  return job
}

/** Their bytes are kept first, then it is written down that the job has them, then they join what is under review. */
async function upload(seat: Seat, { job: id, documents, replace = false }: GivenDocuments) {
  const job = await visibleJob(seat, id)
  const over = new Set(replace ? documents.map(({ name }) => name) : [])
  if ((await answeredBefore(seat, seat.idempotency)) === undefined) {
    await refuseUnfit(seat, job, documents)
    const given = documents.map(({ name, bytes }) => ({ name, size: bytes.length, sha256: hash('sha256', bytes) }))
    // Before a byte is written that nobody would ever read; the verb looks again.
    const news = newAmong((await seat.store.get('documents', id))?.row, given, replace)
    await refuseInWay(seat, id, { news, over })
    const commit = await keep(seat, job, documents)
    await seat.run(addDocuments, { job: id, by: seat.by, given, commit, replace })
  }
  await joinReview({ ...seat, idempotency: undefined, run: seat.runUnkeyed }, id, over)
  return documentsOf(seat, id)
}

/** What the verb would refuse is refused before a byte is written, as far as it is known by then. */
async function refuseUnfit(seat: Seat, job: Job, documents: readonly GivenDocument[]): Promise<void> {
  const me = await seat.me()
  if (me.role === 'viewer') {
    throw new AppError('not_authorised', [], { message: `${me.id} may look at ${job.id}, and not give it documents.` })
  }
  if (hasEnded(job)) throw tooLate(job)
  refuseLarge(documents)
  const seen = new Set<string>()
  for (const [index, { name }] of documents.entries()) {
    const { error } = DocumentName.safeParse(name)
    const message =
      error?.issues[0]?.message ?? (seen.has(name) ? 'Another one of this name is given as well.' : undefined)
    seen.add(name)
    if (message !== undefined) throw unfit(index, 'name', `${quote(name)}: ${message}`)
  }
}

/** What the agent has written under review is not lost to a document, unless its giver says so of a file. */
async function refuseInWay(
  seat: Seat,
  job: JobId,
  { news, over }: { readonly news: readonly Pick<Document, 'name' | 'sha256'>[]; readonly over: ReadonlySet<string> },
): Promise<void> {
  const pull = news.length === 0 ? undefined : await openPull(seat, job)
  if (pull === undefined) return
  const standing = await standingAt({ ...seat, workspaces: workspacesOf(seat) }, job, pull.head)
  for (const document of news) {
    const path = documentPath(document.name)
    const inWay = await inWayOf(standing, document, path)
    if (inWay === undefined || (inWay === path && over.has(document.name))) continue
    const message = `${quote(inWay)} on ${pull.branch} is in the way of ${quote(path)}, and no person gave it. ${instead(inWay, path)}`
    const replaces = inWay === path ? { replaceable: 'yes' } : {}
    const details = { document: document.name, in_way: inWay, ...replaces }
    throw new AppError('document_taken', [], { message, details })
  }
}

function instead(inWay: string, path: string): string {
  if (inWay === path) return 'Say that it is replaced, or give this one another name.'
  // Then every name is taken.
  if (path.startsWith(`${inWay}/`)) return 'Ask the agent in a review to move it, and give this again.'
  return 'Give this one another name.'
}

function refuseLarge(documents: readonly GivenDocument[]): void {
  const { bytes: most, atOnce } = DOCUMENT_LIMITS
  if (documents.length === 0) throw new AppError('invalid_input', [], { message: 'Name at least one document.' })
  for (const [index, { name, bytes }] of documents.entries()) {
    if (bytes.length > most) throw unfit(index, 'base64', `${quote(name)} has more than ${megabytes(most)}.`)
  }
  const size = documents.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (documents.length <= atOnce.documents && size <= atOnce.bytes) return
  const message = `At most ${atOnce.documents} documents of ${megabytes(atOnce.bytes)} together are given at once. Give them in parts.`
  throw new AppError('invalid_input', [{ code: 'too_large', message, path: '/documents' }])
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`
}

function unfit(index: number, key: 'name' | 'base64', message: string): AppError {
  const code = key === 'name' ? 'invalid_value' : 'too_large'
  return new AppError('invalid_input', [{ code, message, path: `/documents/${index}/${key}` }])
}

async function keep(seat: Seat, job: Job, documents: readonly GivenDocument[]): Promise<string> {
  const workspaces = workspacesOf(seat)
  const at = seat.store.now()
  await workspaces.create(job.id, { by: { kind: 'agent', id: job.agent }, at })
  const changes = Object.fromEntries(documents.map(({ name, bytes }) => [documentPath(name), bytes]))
  return workspaces.keep(job.id, { changes, message: documentsMessage(documents), by: seat.by, at })
}

const MAX_RACES = 5

/** What can't join now joins with the next round or the next phase; until then it is pending, and everybody sees that. */
const LATER: ReadonlySet<string> = new Set(['pull_ended', 'pull_merging', 'head_moved'])

/** Puts what is pending on the branch that is under review, as the next round. Where none is, the agent takes it up itself. */
async function joinReview(seat: Seat, job: JobId, over: ReadonlySet<string>): Promise<void> {
  for (let race = 1; race <= MAX_RACES; race++) {
    const pull = await openPull(seat, job)
    // What somebody else gave is put there in their name: the agent does that with its next round.
    const pending = (await pendingDocuments(seat, job)).filter(({ by }) => by === seat.by.id)
    if (pull === undefined || pending.length === 0) return
    try {
      await land(seat, pull, { pending, over })
      return
    } catch (error) {
      if (!(error instanceof AppError) || !LATER.has(error.code)) throw error
    }
  }
}

async function land(
  seat: Seat,
  pull: Pull,
  { pending, over }: { readonly pending: readonly Document[]; readonly over: ReadonlySet<string> },
): Promise<void> {
  const standing = await standingAt({ ...seat, workspaces: workspacesOf(seat) }, pull.job, pull.head)
  const changes = await placeDocuments(standing, pending, over)
  const to = { job: pull.job, by: seat.by, branch: pull.branch }
  await seat.run(sendDocuments, { ...to, documents: pending })
  await landCommit(seat, pull, { on: pull.head, changes, message: documentsMessage(pending) })
  await seat.run(joinDocuments, { ...to, joined: pending })
}

/** The newest pull request of a job that can take something. */
async function openPull(seat: Seat, job: JobId): Promise<Pull | undefined> {
  const query = { table: 'pulls', index: 'by_job', equals: [job], newestFirst: true, limit: 100 } as const
  const open = (await seat.store.find(query)).find(({ row }) => row.status === 'open' && row.merge === null)
  return open && joinLanded({ ...seat, workspaces: workspacesOf(seat) }, open.row)
}
