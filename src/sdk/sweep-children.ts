import { cancelJob } from '../engine/cancel-job.ts'
import { type Ports, runCommand } from '../engine/run-command.ts'
import { SYSTEM } from '../model/actor.ts'
import { AppError } from '../model/errors.ts'
import type { JobId } from '../model/ids.ts'
import { rowsInTurns } from './rows-in-turns.ts'

/**
 * Calls off everything that works for a job which was called off, each in a commit of its own; each of those has its own children
 * swept in turn. Gives who they are.
 */
export async function sweepChildren(ports: Ports, job: string, reason: string): Promise<readonly JobId[]> {
  const children: JobId[] = []
  const orderOf = ({ started_at }: { readonly started_at: string }) => started_at
  for await (const row of rowsInTurns(ports.store, { table: 'jobs', index: 'children', equals: [job], orderOf })) {
    if (row.ended_at === null) await callOff(ports, row.id, reason)
    children.push(row.id)
  }
  return children
}

/** What has ended by itself meanwhile is over as well, and keeps nobody from the others. */
async function callOff(ports: Ports, job: JobId, reason: string): Promise<void> {
  await runCommand(ports, cancelJob, { job, by: SYSTEM, tenant: null, reason }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'job_ended') throw error
  })
}
