import type { Query, Store, Tables, Workspaces } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import type { JobId } from '../model/ids.ts'
import { MAIN } from '../review/branch-name.ts'
import { roundsOf } from './pull/offer-round.ts'

/** How the repository of one job is. */
export interface RepositoryFinding {
  readonly job: JobId
  readonly folder: string
  /** What is wrong with it, in a sentence, with what to do. */
  readonly wrong: string | undefined
}

const PAGE = 500

interface Kept {
  readonly store: Store
  readonly workspaces: Workspaces
}

/** Looks at the repository of every job that has one: whether it is sound, and has everything that its reviews name. */
export async function inspectRepositories(kept: Kept): Promise<readonly RepositoryFinding[]> {
  const named = await namedObjects(kept)
  const findings: RepositoryFinding[] = []
  for (const [job, objects] of named) {
    const wrong = await wrongWith(kept, job, objects)
    findings.push({ job, folder: kept.workspaces.place(job), wrong })
  }
  return findings
}

/** A repository that is not there, by the name of its folder. */
export interface MissingRepository {
  readonly job: JobId
  readonly repository: string
}

/** The repositories that are not there, of jobs whose work was offered for review or that were given documents. */
export async function missingRepositories({ store, workspaces }: Kept): Promise<readonly MissingRepository[]> {
  const jobs = new Set<JobId>()
  for await (const { job } of everyRow(store, 'pulls', (row) => row.opened_at)) jobs.add(job)
  for await (const { job } of everyRow(store, 'documents', (row) => row.job)) jobs.add(job)
  const missing: MissingRepository[] = []
  for (const job of jobs) {
    const repository = await missedFolder(workspaces, job)
    if (repository !== undefined) missing.push({ job, repository })
  }
  return missing
}

async function missedFolder(workspaces: Workspaces, job: JobId): Promise<string | undefined> {
  try {
    await workspaces.head(job, MAIN)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Whatever else is wrong with one that is there, doctor tells.
    if (error.code === 'repository_missing') return error.details['repository'] ?? job
  }
  return undefined
}

async function wrongWith({ workspaces }: Kept, job: JobId, objects: Iterable<string>): Promise<string | undefined> {
  try {
    return await workspaces.inspect(job, objects)
  } catch (error) {
    if (error instanceof AppError) return `${error.message} Bring it back from a backup.`
    throw error
  }
}

async function namedObjects({ store }: Kept): Promise<ReadonlyMap<JobId, ReadonlySet<string>>> {
  const named = new Map<JobId, Set<string>>()
  for await (const pull of everyRow(store, 'pulls', (row) => row.opened_at)) {
    const objects = named.get(pull.job) ?? new Set()
    named.set(pull.job, objects)
    if (pull.commit !== null) objects.add(pull.commit)
    for (const { base, head, tree } of await roundsOf({ store }, pull.id)) {
      for (const oid of [base, head, tree]) objects.add(oid)
    }
  }
  for await (const { job, documents } of everyRow(store, 'documents', (row) => row.job)) {
    named.set(job, new Set([...(named.get(job) ?? []), ...documents.map(({ commit }) => commit)]))
  }
  return named
}

/** Every row of a table, page by page; `orderOf` is what its list is in order of. */
async function* everyRow<Name extends 'pulls' | 'documents'>(
  store: Store,
  table: Name,
  orderOf: (row: Tables[Name]) => string,
): AsyncGenerator<Tables[Name]> {
  let after: { value: string; id: string } | undefined
  for (;;) {
    const query = { table, index: 'all', equals: ['listed'], after, limit: PAGE } as Query<Name>
    const page = await store.find(query)
    yield* page.map(({ row }) => row)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = { value: orderOf(last.row), id: last.id }
  }
}
