import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Effort } from '../effort.ts'
import { benchGrowth } from '../list/growth.ts'
import { benchPage } from '../list/page.ts'
import { benchRestart } from '../list/restart.ts'
import type { Row } from '../result.ts'

/** Whether much of everything makes anything slow: pages of a long list, gates after a long history, a start with much held. */
export async function benchList(effort: Effort): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const bench of [benchPage, benchGrowth, benchRestart]) {
    const folder = await mkdtemp(join(tmpdir(), 'leeway-bench-'))
    try {
      rows.push(...(await bench(folder, effort)))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return rows
}
