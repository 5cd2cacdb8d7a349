import { FULL, QUICK } from './effort.ts'
import { lossesIn, writeFloor } from './floor.ts'
import { installPeers } from './install-peers.ts'
import { type Options, readOptions } from './options.ts'
import { PATHS } from './paths.ts'
import { progress } from './progress.ts'
import type { Row } from './result.ts'
import { toTable } from './table.ts'

try {
  process.exitCode = await main(readOptions(process.argv.slice(2), Object.keys(PATHS)))
} catch (error) {
  progress(`✗ ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

/** Measures and prints; 1 when a quick run finds that we lost more than half of our share of the floor. */
async function main(options: Options): Promise<number> {
  // What is written down is compared with quick runs, so it has to be measured like one.
  const effort = options.quick || options.writeFloor ? QUICK : FULL
  if (effort.peers) installPeers()

  const rows: Row[] = []
  for (const path of options.paths) rows.push(...((await PATHS[path]?.(effort)) ?? []))
  console.log(options.json ? JSON.stringify({ effort: effort.name, rows }, null, 2) : toTable(rows))

  if (options.writeFloor) {
    writeFloor(rows)
    progress('wrote bench/floor.json')
    return 0
  }
  if (!options.quick) return 0
  const losses = lossesIn(rows)
  for (const loss of losses) progress(`✗ ${loss}`)
  return losses.length === 0 ? 0 : 1
}
