import type { Store } from '../../src/engine/ports.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { anEffect, anEvent, jobRow } from '../../src/testing/store-rows.ts'

/** Writes `count` times to a row that all share and to rows of its own, two at a time, and tells what was acknowledged. */
const [folder = '', name = '', count = '0'] = process.argv.slice(2)

const store = await openSqliteStore({ folder })
const rest = Array.from({ length: Number(count) }, (_, at) => `${name}-${at}`)
await Promise.all([1, 2].map(writeRest))
await store.close()

async function writeRest(): Promise<void> {
  for (let id = rest.shift(); id !== undefined; id = rest.shift()) {
    while (!(await wrote(store, id))) continue
    process.stdout.write(`${id}\n`)
  }
}

/** False when somebody else was first at the shared row. */
async function wrote(into: Store, id: string): Promise<boolean> {
  const shared = await into.get('jobs', 'shared')
  const title = String(Number(shared?.row.title ?? 0) + 1)
  try {
    const rows = [jobRow('shared', shared?.version ?? 0, { title }), jobRow(id, 0)]
    await into.append({ seen: [], rows, events: [anEvent({ note: id })], effects: [anEffect(id)] })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'version_conflict') return false
    throw error
  }
}
