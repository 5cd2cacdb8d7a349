import { expireCheckpoint } from '../engine/expire-checkpoint.ts'
import { type Ports, runCommand } from '../engine/run-command.ts'

const PAGE = 200

/** So much is done at once before anybody is shown a list; whatever is left counts as over by the clock alone. */
const MOST_PAGES = 25

/** Lets the clock look at everything whose time is up. */
export async function expireDue(ports: Ports): Promise<void> {
  const until = ports.store.now().toISOString()
  const due = { table: 'checkpoints', index: 'due', equals: ['due'], until, limit: PAGE } as const
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = await ports.store.findBrief(due)
    // Together, because a store commits at once what comes at once.
    await Promise.all(found.map(({ row }) => runCommand(ports, expireCheckpoint, { checkpoint: row.id })))
    if (found.length < PAGE) return
  }
}
