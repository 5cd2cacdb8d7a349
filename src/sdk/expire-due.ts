import { expireCheckpoint } from '../engine/expire-checkpoint.ts'
import { type Ports, runCommand } from '../engine/run-command.ts'

const PAGE = 200

/** So much is done at once before anybody is shown a list; whatever is left counts as over by the clock alone. */
const MOST_PAGES = 3

/** Lets the clock look at everything whose time is up. */
export async function expireDue(ports: Ports): Promise<void> {
  const until = ports.store.now().toISOString()
  const due = { table: 'checkpoints', index: 'due', equals: ['due'], until, limit: PAGE } as const
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = await ports.store.findBrief(due)
    // One after the other, because each is read with all that it is about, and nothing else is done meanwhile.
    for (const { row } of found) await runCommand(ports, expireCheckpoint, { checkpoint: row.id })
    if (found.length < PAGE) return
  }
}
