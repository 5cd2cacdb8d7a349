import type { Actor } from '../../model/actor.ts'
import type { Document, Documents } from '../../model/document.ts'
import { DOCUMENT_LIMITS, ONLY_PEOPLE_GIVE } from '../../model/document-limits.ts'
import { AppError } from '../../model/errors.ts'
import { type JobId, PersonId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import type { Person } from '../../model/person.ts'
import { quote } from '../../model/quote.ts'
import { maySee } from '../access.ts'
import { eventMaker } from '../event-maker.ts'
import { hasEnded, noSuch } from '../job-state.ts'
import { pullIdOf } from '../pull/pull-state.ts'
import type { Reader } from '../reader.ts'
import { refuseSecrets } from '../refuse-secrets.ts'
import type { Verb } from '../verb.ts'

type Given = Pick<Document, 'name' | 'size' | 'sha256'>

/** A person gives a job documents; their bytes are kept already. */
export interface AddDocuments {
  readonly job: JobId
  readonly by: Actor
  readonly given: readonly Given[]
  readonly commit: string
  /** Takes the place of what has the same name and says something else. */
  readonly replace: boolean
}

interface State {
  readonly job: Job | undefined
  readonly documents: Documents | undefined
  readonly person: Person | undefined
  /** Branches on which documents stand whose work is on `main`. */
  readonly merged: ReadonlySet<string>
}

/** Writes down what a job has been given, by whom. Given again as it is, nothing happens. */
export const addDocuments: Verb<AddDocuments, State, readonly Document[]> = {
  load: async (read, { job, by, given }) => {
    const documents = await read.get('documents', job)
    return {
      job: await read.get('jobs', job),
      documents,
      person: await read.get('people', by.id),
      merged: await mergedAmong(read, job, replacedBy(documents?.documents ?? [], given)),
    }
  },
  decide: ({ job, documents, person, merged }, { by, given, commit, replace, job: id }, now) => {
    const { tenant } = giverTo({ job, person, by, id })
    refuseSecrets(
      given.map(({ name }) => name),
      '/documents',
    )
    const known = documents?.documents ?? []
    const fresh = { commit, by: PersonId.parse(by.id), at: now.toISOString(), branch: null }
    const added = newAmong(documents, given, replace).map((one): Document => {
      const before = giversBefore(replacedBy(known, [one]), merged).filter((giver) => giver !== fresh.by)
      return { ...one, ...fresh, ...(before.length > 0 && { before }) }
    })
    const all = withDocuments(known, added)
    const event = eventMaker({ tenant, actor: by, now, job: id })
    return {
      events: added.length === 0 ? [] : [event('documents_uploaded', { documents: added })],
      effects: [],
      result: all,
    }
  },
}

function replacedBy(known: readonly Document[], given: readonly Given[]): readonly Document[] {
  return known.filter(({ name }) => given.some((one) => one.name === name))
}

async function mergedAmong(read: Reader, job: JobId, documents: readonly Document[]): Promise<ReadonlySet<string>> {
  const merged = new Set<string>()
  for (const { branch } of documents) {
    if (branch === null) continue
    if ((await read.get('pulls', pullIdOf(job, branch)))?.status === 'merged') merged.add(branch)
  }
  return merged
}

/**
 * Whose words stood in the place of a document and were never approved. An agent elsewhere reads what it is given at once, and what it has
 * read on a branch stays with it though that is given up: they have a part in what comes of it.
 */
function giversBefore(replaced: readonly Document[], merged: ReadonlySet<string>): readonly PersonId[] {
  const unapproved = replaced.filter(({ branch }) => branch === null || !merged.has(branch))
  return [...new Set(unapproved.flatMap(({ by, before = [] }) => [...before, by]))]
}

/** The job of somebody who may give it something; nobody else learns that it exists. */
function giverTo({ job, person, by, id }: Pick<State, 'job' | 'person'> & { by: Actor; id: JobId }): Job {
  if (by.kind !== 'person') throw new AppError('actor_not_human', [], { message: ONLY_PEOPLE_GIVE })
  if (job === undefined || !maySee(person, job.tenant)) throw noSuch('job', id)
  if (person.role === 'viewer') {
    throw new AppError('not_authorised', [], { message: `${person.id} may look at ${id}, and not give it documents.` })
  }
  if (hasEnded(job)) throw tooLate(job)
  return job
}

/** A job that has ended reads nothing any more. */
export function tooLate({ id, status }: Job): AppError {
  const message = `Job ${id} is ${status}: nobody would read it. Give it to the job that goes on with the work.`
  return new AppError('job_ended', [], { message })
}

/** What a job does not have yet of what it is given. Throws for a name that is taken, and for more than a job may have. */
export function newAmong(has: Documents | undefined, given: readonly Given[], replace: boolean): readonly Given[] {
  const known = has?.documents ?? []
  const news = given.filter(({ name, sha256 }) => !known.some((one) => one.name === name && one.sha256 === sha256))
  for (const [at, { name }] of news.entries()) {
    refuseTaken(name, known, replace)
    refuseAlike(name, news.slice(0, at))
  }
  refuseTooMany(withDocuments(known, news))
  refuseTooOften(everWith(has?.ever ?? NONE, news))
  return news.map(({ name, size, sha256 }) => ({ name, size, sha256 }))
}

/** The documents of a job after some were given. */
export function withDocuments<One extends Given>(before: readonly One[], added: readonly One[]): readonly One[] {
  const stays = before.filter(({ name }) => !added.some((one) => one.name === name))
  return [...stays, ...added].sort((a, b) => (a.name < b.name ? -1 : 1))
}

type Ever = Documents['ever']

export const NONE: Ever = { documents: 0, bytes: 0 }

/** All that a job was ever given, with what it is given now. */
export function everWith({ documents, bytes }: Ever, added: readonly Given[]): Ever {
  return { documents: documents + added.length, bytes: bytes + sizeOf(added) }
}

function sizeOf(given: readonly Given[]): number {
  return given.reduce((sum, { size }) => sum + size, 0)
}

/** As computers see a name that take no notice of its case. */
export function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function refuseAlike(name: string, before: readonly Given[]): void {
  const alike = before.find((one) => folded(one.name) === folded(name))
  if (alike === undefined) return
  const message = `Some computers take ${quote(name)} for ${quote(alike.name)}, which is given with it. Give it another name.`
  throw new AppError('document_taken', [], { message, details: { document: name } })
}

function refuseTaken(name: string, known: readonly Document[], replace: boolean): void {
  const taken = known.find((one) => folded(one.name) === folded(name))
  if (taken === undefined || (replace && taken.name === name)) return
  const message =
    taken.name === name
      ? `The job has another document ${quote(name)}, from ${taken.by}. Say that it is replaced, or give this one another name.`
      : `Some computers take ${quote(name)} for ${quote(taken.name)}, which the job has. Give it another name.`
  const replaces = taken.name === name ? { replaceable: 'yes' } : {}
  throw new AppError('document_taken', [], { message, details: { document: name, ...replaces } })
}

function refuseTooMany(all: readonly Given[]): void {
  const { documents, bytes } = DOCUMENT_LIMITS.ofJob
  const size = sizeOf(all)
  if (all.length <= documents && size <= bytes) return
  const message = `A job has at most ${documents} documents of ${bytes / 1024 / 1024} MB together; this would make ${all.length} of ${(size / 1024 / 1024).toFixed(1)} MB.`
  throw new AppError('too_many_documents', [], { message })
}

function refuseTooOften(ever: Ever): void {
  const { documents, bytes } = DOCUMENT_LIMITS.ever
  if (ever.documents <= documents && ever.bytes <= bytes) return
  const message = `A job is given at most ${documents} documents of ${bytes / 1024 / 1024} MB over time, because those that are replaced are kept. Start another job for more.`
  throw new AppError('too_many_documents', [], { message })
}
