import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Counts } from './scenarios.ts'
import { Spawned } from './spawned.ts'

/** One life that nobody disturbs: how long it takes, and how often it passes each point. */
export interface Undisturbed {
  readonly lifeMs: number
  readonly counts: Counts
}

/** Lives it once. What it compiles is kept for all that follow. */
export async function calibrate(program: string): Promise<Undisturbed> {
  const root = mkdtempSync(join(tmpdir(), 'leeway-crash-'))
  try {
    const agent = Spawned.agent(program, { root, alone: true, ahead: 0, fatal: null, work: 'jobs' })
    await agent.hears('begun')
    const start = performance.now()
    const end = await agent.ended
    const passed = agent.told.findLast((line) => line.told === 'passed')
    if (end !== 'finished' || passed === undefined) {
      throw new Error(`An undisturbed life did not finish: ${typeof end === 'object' ? end.failed : end}`)
    }
    return { lifeMs: performance.now() - start, counts: passed.counts }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
