import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contender } from '../contender.ts'
import { openBareSqlite } from '../durable/bare-sqlite.ts'
import { BATCHES, cyclingContender, WIDTHS } from '../durable/cycler.ts'
import { openOurs, openOursBySdk } from '../durable/ours.ts'
import type { Effort } from '../effort.ts'
import { measure } from '../measure.ts'
import { progress } from '../progress.ts'
import { type Row, unmeasured } from '../result.ts'

/** How often a second an agent is held, approved and goes on, with both on the disk, beside those who also keep holds. */
export async function benchDurable(effort: Effort): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leeway-bench-'))
  const opened: Contender[] = []
  try {
    const floor = await cyclingContender(await openBareSqlite(folder))
    opened.push(floor)
    for (const open of [openOurs, openOursBySdk])
      opened.push(await cyclingContender(await open(join(folder, open.name))))
    const missing = effort.peers ? await openPeers(folder, opened) : []
    progress(`durable: ${opened.length - 1} contender(s) and the floor have gone through a cycle`)
    const field = { path: 'durable', unit: 'cycles/s', floor, contenders: opened.slice(1), batches: BATCHES } as const
    const rows = await measure({ ...field, by: 'clock' }, effort)
    return [...rows, ...missing]
  } finally {
    for (const { close } of opened) await close?.()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A peer that can't be opened here is named with the reason, and has no figure. */
async function openPeers(folder: string, opened: Contender[]): Promise<readonly Row[]> {
  const { PEERS } = await import('../durable/peers.ts')
  const missing: Row[] = []
  for (const [name, open] of Object.entries(PEERS)) {
    progress(`durable: opening ${name}`)
    try {
      opened.push(await cyclingContender(await open(join(folder, name.replaceAll(/\W+/g, '-')))))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const of = (workload: string) => unmeasured({ path: 'durable', workload, unit: 'cycles/s' }, name, reason)
      missing.push(...Object.keys(WIDTHS).map(of))
    }
  }
  return missing
}
