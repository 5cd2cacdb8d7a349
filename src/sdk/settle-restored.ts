import { doubtAttempt } from '../engine/doubt-attempt.ts'
import { forgetApproval } from '../engine/forget-approval.ts'
import { forgetGrant } from '../engine/forget-grant.ts'
import { removePasskey } from '../engine/passkey/remove-passkey.ts'
import type { Brief, Query, Table, Workspaces } from '../engine/ports.ts'
import { recordMerge } from '../engine/pull/record-merge.ts'
import { revokeToken } from '../engine/revoke-token.ts'
import { type Ports, runCommand } from '../engine/run-command.ts'
import { stopRestored } from '../engine/stop-restored.ts'
import { withdrawCheckpoint } from '../engine/withdraw-checkpoint.ts'
import { SYSTEM } from '../model/actor.ts'
import { JOB_MOVES, JOB_STATUSES } from '../model/job-status.ts'
import { breathe } from './breathe.ts'
import type { Forge } from './forge/forge.ts'
import { mergeMade } from './pull/merge-pull.ts'

const PAGE = 50
const UNENDED = JOB_STATUSES.filter((status) => JOB_MOVES[status].length > 0)

/** What had to be closed, because nobody knows what became of it after the backup. */
export interface RestoreReport {
  readonly checkpoints: number
  readonly approvals: number
  readonly attempts: number
  readonly grants: number
  /** Of agents, services and browsers: one of them may have been revoked since. */
  readonly tokens: number
  /** One of them may have been removed since, and the count of one is that of the backup. */
  readonly passkeys: number
}

/** What a store that was restored stands on. */
export type RestoredPorts = Ports & {
  readonly workspaces?: Workspaces | undefined
  /** Asked what became of merges there; one that is away, or not known, is asked by whoever looks at it next. */
  readonly forge?: Forge | undefined
}

const REASON = 'The store was restored from a backup, and nobody knows what was decided since. Ask again.'

/**
 * Makes a restored store safe (invariant 10): whatever was open in the backup may have been rejected, spent or used since, so
 * it is closed, and agents ask again. A job may have done more than the backup knows, so a person resumes it. Doing it twice
 * does no harm.
 */
export async function settleRestored(ports: RestoredPorts): Promise<RestoreReport> {
  const credentials = { tokens: await revokeTokens(ports), passkeys: await removePasskeys(ports) }
  const report = { checkpoints: 0, approvals: 0, attempts: 0, grants: 0, ...credentials }
  for (const tenant of await ports.store.tenants()) {
    // First of all: a job that is stopped does nothing while the rest is closed.
    await stopJobs(ports, tenant)
    for await (const row of all(ports, { table: 'checkpoints', index: 'by_status', equals: [tenant, 'pending'] })) {
      const input = {
        tenant: row.tenant,
        checkpoint: row.id,
        by: SYSTEM,
        status: 'superseded',
        reason: REASON,
      } as const
      if (await runCommand(ports, withdrawCheckpoint, input)) report.checkpoints++
    }
    report.approvals += await forgetApprovals(ports, tenant)
    for await (const row of all(ports, { table: 'attempts', index: 'by_status', equals: [tenant, 'claimed'] })) {
      if (await runCommand(ports, doubtAttempt, { attempt: row.id })) report.attempts++
    }
    for await (const row of all(ports, { table: 'grants', index: 'by_tenant', equals: [tenant] })) {
      if (await runCommand(ports, forgetGrant, { grant: row.id })) report.grants++
    }
  }
  await settleMerges(ports)
  return report
}

async function forgetApprovals(ports: Ports, tenant: string): Promise<number> {
  let count = 0
  for (const status of ['approved', 'answered']) {
    for await (const row of all(ports, { table: 'checkpoints', index: 'by_status', equals: [tenant, status] })) {
      if (row.spent_at !== null) continue
      if (await runCommand(ports, forgetApproval, { checkpoint: row.id })) count++
      await breathe()
    }
  }
  return count
}

/** A merge that was permitted is on `main` of the repository that came with the backup, or of the forge, or it is not made any more. */
async function settleMerges(ports: RestoredPorts): Promise<void> {
  const { workspaces } = ports
  for await (const row of all(ports, { table: 'pulls', index: 'unsettled', equals: ['unsettled'] })) {
    if (row.merge === null) continue
    const commit = workspaces && (await mergeMade({ ...ports, workspaces }, row.id).catch(() => undefined))
    const outcome =
      commit === undefined ? ({ refused: 'head_moved', reason: REASON, isForgotten: true } as const) : { commit }
    await runCommand(ports, recordMerge, { pull: row.id, outcome })
  }
}

async function revokeTokens(ports: Ports): Promise<number> {
  let count = 0
  for await (const { id, revoked_at } of all(ports, { table: 'tokens', index: 'all', equals: ['listed'] })) {
    if (revoked_at !== null) continue
    await runCommand(ports, revokeToken, { by: SYSTEM, token: id })
    count++
  }
  return count
}

async function removePasskeys(ports: Ports): Promise<number> {
  let count = 0
  for await (const { person, keys } of all(ports, { table: 'passkeys', index: 'all', equals: ['listed'] })) {
    for (const { id } of keys) {
      await runCommand(ports, removePasskey, { by: SYSTEM, person, passkey: id, step_up: null })
      count++
    }
  }
  return count
}

async function stopJobs(ports: Ports, tenant: string): Promise<void> {
  for (const status of UNENDED) {
    for await (const row of all(ports, { table: 'jobs', index: 'by_status', equals: [tenant, status] })) {
      await runCommand(ports, stopRestored, { job: row.id })
    }
  }
}

type Settled = Extract<Table, 'jobs' | 'checkpoints' | 'attempts' | 'grants' | 'tokens' | 'passkeys' | 'pulls'>

type SettledRow = { readonly [Name in Settled]: Brief<Name> }[Settled]

/** Read to the end before anything is changed, because what is changed leaves its index; in brief, because that may be much. */
async function* all<Name extends Settled>(
  { store }: Ports,
  query: Omit<Query<Name>, 'limit'>,
): AsyncGenerator<Brief<Name>> {
  const rows: Brief<Name>[] = []
  let after: Query['after']
  for (;;) {
    const page = await store.findBrief<Name>({ ...query, after, limit: PAGE })
    rows.push(...page.map(({ row }) => row))
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) break
    after = { value: orderOf(last.row as SettledRow), id: last.id }
    await breathe()
  }
  yield* rows
}

function orderOf(row: SettledRow): string {
  if ('started_at' in row) return row.started_at
  if ('opened_at' in row) return row.opened_at
  if ('issued_at' in row) return row.issued_at
  if ('keys' in row) return row.person
  return 'claimed_at' in row ? row.claimed_at : row.minted_at
}
