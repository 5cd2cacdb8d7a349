import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Effort } from '../effort.ts'
import { openCommandLine } from '../git/by-command-line.ts'
import { openOurs } from '../git/by-plumbing.ts'
import { phaseContender } from '../git/phase-cycler.ts'
import { measure } from '../measure.ts'
import type { Row } from '../result.ts'

/** How often a second a phase goes through git (branch, five files, commit, squash merge), beside the git command line. */
export async function benchGit(effort: Effort): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leeway-bench-'))
  try {
    const floor = await phaseContender(await openCommandLine(folder))
    const ours = await phaseContender(await openOurs(folder))
    // The work is done in other processes, whose time ours does not count.
    const rows = await measure({ path: 'git', unit: 'cycles/s', floor, contenders: [ours], by: 'clock' }, effort)
    for (const { close } of [floor, ours]) await close?.()
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
