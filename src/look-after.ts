import { join } from 'node:path'
import {
  type DeskOptions,
  KEPT,
  openPorts,
  REPOSITORIES,
  settleIfRestored,
  signerOf,
  webhooksOf,
  workspacesAt,
} from './compose.ts'
import { apply } from './engine/apply.ts'
import { AppError } from './model/errors.ts'
import { Reception } from './sdk/desk/reception.ts'
import { takeSeat, tenantsOf } from './sdk/desk/seat.ts'
import {
  inspectRepositories,
  type MissingRepository,
  missingRepositories,
  type RepositoryFinding,
} from './sdk/inspect-repositories.ts'
import type { RestoreReport } from './sdk/settle-restored.ts'
import { exportLog } from './store/export-log.ts'
import { ExportedLog, readExportHeader } from './store/exported-log.ts'
import type { Attach } from './store/sqlite/back-up.ts'
import { type Finding, inspectFolder } from './store/sqlite/inspect-folder.ts'
import { restoreBackup } from './store/sqlite/restore-backup.ts'
import { verifyFile } from './store/sqlite/verify-file.ts'
import { type RowsReport, verifyRows } from './store/sqlite/verify-rows.ts'
import { type ChainReport, type Head, verifyChain } from './store/verify-chain.ts'
import { type Carried, NOTHING_CARRIED, packRepositories, unpackRepositories } from './workspace/carry-repositories.ts'
import { type LeftLock, leftLocks } from './workspace/left-locks.ts'

export type { RowsReport } from './store/sqlite/verify-rows.ts'

/** Where what is kept lies, and the file of its backup. */
export interface BackupPlace {
  readonly root: string
  readonly file: string
}

/**
 * Copies what is kept below a root into a new file, while others go on writing. Webhooks stay behind: each has a secret, and may have
 * been removed by the time the file is brought back.
 */
export async function backUp({ root, file }: BackupPlace): Promise<Carried & { readonly webhooks: number }> {
  const { store, workspaces } = await openPorts(root)
  let carried: Carried = NOTHING_CARRIED
  const attach: Attach = async (attachments) => {
    // After the moment of the store is held fast: whatever its rows name was in the repositories before.
    carried = await packRepositories(workspaces, attachments)
  }
  await store.backup(file, attach).finally(() => store.close())
  return { ...carried, webhooks: await webhooksOf(root).count() }
}

/** How a backup is brought back. */
export interface RestoreOptions {
  /** The only keys whose signatures count, by their ids or clear beginnings of them. */
  readonly trusted?: readonly string[] | undefined
  /** Takes a backup that is not what was kept, where there is no better one. */
  readonly despiteFlaws?: boolean | undefined
}

/** What was brought back, and what is wrong with it where that was wanted all the same. */
export type Restored = RestoreReport & { readonly carried: Carried; readonly flaws: readonly string[] }

/**
 * Makes what is kept below a root out of a backup, and closes what nobody knows the end of. It never replaces anything, and takes nothing that
 * is not what was kept: whoever can write to a backup could make themselves an administrator.
 */
export async function restore({ root, file }: BackupPlace, options: RestoreOptions = {}): Promise<Restored> {
  let carried: Carried = NOTHING_CARRIED
  let flaws: readonly string[] = []
  const check = async (draft: string) => {
    flaws = await verifyFile(draft, { apply, trusted: options.trusted })
    if (flaws.length > 0 && options.despiteFlaws !== true) throw flawed(file, flaws)
  }
  const detach: Attach = async (attachments) => {
    carried = await unpackRepositories(workspacesAt(root), attachments)
  }
  await restoreBackup(file, { folder: join(root, KEPT), now: new Date(), check, detach })
  const ports = await openPorts(root)
  try {
    const closed = (await settleIfRestored(root, ports)) ?? NOTHING_CLOSED
    return { ...closed, flaws, carried: withMissing(carried, await missingRepositories(ports)) }
  } finally {
    await ports.workspaces.close()
    await ports.store.close()
  }
}

/** Enough to see what somebody did to it. */
const MOST_TOLD = 5

function flawed(file: string, flaws: readonly string[]): AppError {
  const more = flaws.length > MOST_TOLD ? ` And ${flaws.length - MOST_TOLD} more.` : ''
  const told = `${flaws.slice(0, MOST_TOLD).join(' ')}${more}`
  const message = `${file} is not what was kept, so nothing was restored. ${told}`
  const next = 'Take another backup. Where there is none: leeway restore FILE --despite-flaws'
  return new AppError('not_a_database', [], { message, details: { next } })
}

/** What no part of a backup speaks of was not in it; of what could not be brought back it is known why. */
function withMissing({ left, ...carried }: Carried, missing: readonly MissingRepository[]): Carried {
  const unsaid = missing.filter(({ repository }) => !left.some((other) => other.repository === repository))
  const reasonFor = (job: string) =>
    `The backup has no repository of ${job}, so that its pull requests can be neither shown nor merged. Bring it back from another backup, or cancel the job: leeway cancel ${job} --reason WHY`
  const more = unsaid.map(({ repository, job }) => ({ repository, reason: reasonFor(job) }))
  return { ...carried, left: [...left, ...more] }
}

const NOTHING_CLOSED: RestoreReport = { checkpoints: 0, approvals: 0, attempts: 0, grants: 0, tokens: 0, passkeys: 0 }

/** What a log is verified against: heads that were kept elsewhere, and the only keys that count. */
export interface VerifyOptions {
  readonly heads?: Readonly<Record<string, Head>> | undefined
  readonly trusted?: readonly string[] | undefined
}

/** Reads the whole log below a root, tenant by tenant, and says whether it is what was written. */
export async function verifyKept(root: string, options: VerifyOptions): Promise<readonly TenantReport[]> {
  const { store } = await openPorts(root)
  try {
    return await verifyAll(await store.tenants(), () => store, options)
  } finally {
    await store.close()
  }
}

/** Holds every row below a root against what the log makes of it: a row that was changed behind the log's back is found. */
export function verifyKeptRows(root: string): RowsReport {
  return verifyRows(join(root, KEPT), apply)
}

/** Reads the whole log of an export, without any store. */
export async function verifyExport(file: string, options: VerifyOptions): Promise<readonly TenantReport[]> {
  const header = await readExportHeader(file)
  return verifyAll(header.tenants, () => new ExportedLog(file, header), { ...options, promised: header.heads })
}

/** What was found of one tenant's log. */
export type TenantReport = ChainReport & { readonly tenant: string }

async function verifyAll(
  tenants: readonly string[],
  logOf: () => Parameters<typeof verifyChain>[0],
  { heads = {}, promised = {}, trusted }: VerifyOptions & { readonly promised?: VerifyOptions['heads'] },
): Promise<readonly TenantReport[]> {
  const reports: TenantReport[] = []
  // A tenant whose whole log is gone is missed by its head alone.
  for (const tenant of new Set([...tenants, ...Object.keys(heads), ...Object.keys(promised)])) {
    const of = (all: NonNullable<VerifyOptions['heads']>) => (Object.hasOwn(all, tenant) ? all[tenant] : undefined)
    const proof = { tenant, pinned: of(heads), promised: of(promised), trusted }
    reports.push({ tenant, ...(await verifyChain(logOf(), proof)) })
  }
  return reports
}

/** The log of every tenant that the person sees, as lines that can be verified without the store. */
export async function* exportKept({ root = process.cwd(), credentials }: DeskOptions): AsyncGenerator<string> {
  const ports = await openPorts(root)
  try {
    const token = await credentials(await new Reception(ports, signerOf(root)).names())
    const seat = await takeSeat(ports, token ?? '')
    yield* exportLog(ports.store, await tenantsOf(seat))
  } finally {
    await ports.store.close()
  }
}

/** Looks at the files of what is kept below a root, and changes nothing. */
export function inspectKept(root: string): readonly Finding[] {
  return inspectFolder(join(root, KEPT))
}

/** The locks that a killed git has left behind in the repositories below a root. */
export function leftLocksIn(root: string): Promise<readonly LeftLock[]> {
  return leftLocks(join(root, KEPT, REPOSITORIES), new Date())
}

/** Looks at the repository of every job below a root that has one, and changes nothing. */
export async function inspectKeptRepositories(root: string): Promise<readonly RepositoryFinding[]> {
  const ports = await openPorts(root)
  try {
    return await inspectRepositories(ports)
  } finally {
    await ports.workspaces.close()
    await ports.store.close()
  }
}
