import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { KEPT } from '../../src/compose.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { hold, portsOn, startHeldJob } from '../durable/our-parts.ts'
import type { Effort } from '../effort.ts'
import { progress } from '../progress.ts'
import type { Row } from '../result.ts'
import { inTurns } from './in-turns.ts'

const AT_ONCE = 256
const START = fileURLToPath(new URL('./start.ts', import.meta.url))

/** How long a new process takes until it has shown the first page, when many jobs are held. */
export async function benchRestart(root: string, effort: Effort): Promise<readonly Row[]> {
  progress(`list: holding ${effort.heldJobs} jobs`)
  await holdJobs(root, effort.heldJobs)
  const workload = `restart with ${effort.heldJobs.toLocaleString('en')} held jobs`
  const side = (how: 'leeway' | 'bare', answers: string) => ({
    answers: () => answers,
    measure: () => start(how, root),
  })
  const ours = side('leeway', 'process started, Leeway open, house kept, first page')
  const floor = side('bare', 'process started, file opened by bare SQLite, first page')
  return inTurns({ path: 'list', workload, unit: 'ms', floor, ours }, effort)
}

async function holdJobs(root: string, count: number): Promise<void> {
  const store = await openSqliteStore({ folder: `${root}/${KEPT}` })
  const ports = await portsOn(store)
  const one = async (number: number): Promise<void> => {
    await hold(ports, await startHeldJob(ports, `job-${number}`), number)
  }
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => one(from + at)))
  }
  await store.close()
}

/** In milliseconds, from the start of the process on. */
async function start(how: 'leeway' | 'bare', root: string): Promise<number> {
  const child = spawn(process.execPath, [START, how, root], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await text(child.stdout)
  const took = Number(said)
  if (said === '' || Number.isNaN(took)) throw new Error(`${how} did not start.`)
  return took
}
