import { cancelJob } from '../engine/cancel-job.ts'
import { type Ports, runCommand } from '../engine/run-command.ts'
import { SYSTEM } from '../model/actor.ts'

const PAGE = 200

/** Calls off everything that works for a job which was called off; each of those has its own children swept in turn. */
export async function sweepChildren(ports: Ports, job: string, reason: string): Promise<void> {
  let after: { value: string; id: string } | undefined
  for (;;) {
    const page = await ports.store.find({ table: 'jobs', index: 'children', equals: [job], after, limit: PAGE })
    for (const { row } of page) {
      if (row.ended_at === null) await runCommand(ports, cancelJob, { job: row.id, by: SYSTEM, tenant: null, reason })
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = { value: last.row.started_at, id: last.id }
  }
}
