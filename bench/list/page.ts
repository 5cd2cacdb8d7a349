import { join } from 'node:path'
import Database from 'better-sqlite3'
import { LOCAL } from '../../src/model/ids.ts'
import { DATABASE_FILE } from '../../src/store/sqlite/open-database.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import type { Effort } from '../effort.ts'
import { progress } from '../progress.ts'
import { median, type Row } from '../result.ts'
import { fillPending, idOf, openedAt } from './fill-pending.ts'
import { inTurns } from './in-turns.ts'

const PAGE = 50
const MOST_PAGES_A_ROUND = 2_000
/** Leads all over the list without any order, and to the same places in every run. */
const STRIDE = 0.6180339887498949

type ReadPage = (behind: number) => number | Promise<number>

/** How long it takes to read a page of what waits, somewhere in a long list. */
export async function benchPage(folder: string, effort: Effort): Promise<readonly Row[]> {
  const { pending } = effort
  const store = await openSqliteStore({ folder })
  await fillPending(store, pending)
  const bare = new Database(join(folder, DATABASE_FILE), { readonly: true })
  const statement = bare.prepare(`SELECT id, version, body FROM checkpoints WHERE tenant = ? AND status = ?
    AND (opened_at, id) > (?, ?) ORDER BY opened_at, id LIMIT ${PAGE}`)
  const readBare: ReadPage = (at) => statement.all(LOCAL, 'pending', openedAt(at), idOf(at)).length
  const readOurs: ReadPage = async (at) => {
    const after = { value: openedAt(at), id: idOf(at) }
    const equals = [LOCAL, 'pending']
    return (await store.find({ table: 'checkpoints', index: 'by_status', equals, after, limit: PAGE })).length
  }
  try {
    progress(`list: reading pages among ${pending} checkpoints`)
    const ours = sideOf('each row read into a checkpoint', readOurs, pending)
    const floor = sideOf('the rows as bare SQLite gives them', readBare, pending)
    const workload = `page of ${PAGE} of ${pending.toLocaleString('en')}`
    return await inTurns({ path: 'list', workload, unit: 'µs', floor, ours }, effort)
  } finally {
    bare.close()
    await store.close()
  }
}

/** A round takes what half of its pages take at most; what nearly all of them take is told beside it. */
function sideOf(answers: string, read: ReadPage, pending: number) {
  const slow: number[] = []
  return {
    answers: () => `p50; p99 ${Math.round(median(slow))} µs; ${answers}`,
    measure: async () => {
      const took = await timePages(read, pending)
      slow.push(took[Math.floor(0.99 * (took.length - 1))] ?? Number.NaN)
      return median(took)
    },
  }
}

/** What each of many pages took in microseconds, the quickest first. */
async function timePages(read: ReadPage, pending: number): Promise<readonly number[]> {
  const took: number[] = []
  for (let number = 1; number <= Math.min(MOST_PAGES_A_ROUND, pending / 20); number++) {
    const behind = Math.floor(((number * STRIDE) % 1) * (pending - PAGE - 1))
    const start = performance.now()
    const rows = await read(behind)
    took.push((performance.now() - start) * 1_000)
    if (rows !== PAGE) throw new Error(`A page behind ${behind} has ${rows} rows.`)
  }
  return took.toSorted((a, b) => a - b)
}
