import { expireCheckpoint } from '../engine/expire-checkpoint.ts'
import { type Ports, runCommand } from '../engine/run-command.ts'

const PAGE = 200

/** Lets the clock look at everything whose time is up. */
export async function expireDue(ports: Ports): Promise<void> {
  const until = ports.store.now().toISOString()
  const due = await ports.store.findBrief({ table: 'checkpoints', index: 'due', equals: ['due'], until, limit: PAGE })
  for (const { row } of due) await runCommand(ports, expireCheckpoint, { checkpoint: row.id })
}
