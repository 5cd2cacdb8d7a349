import Database from 'better-sqlite3'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { anEvent, aWrite, jobRow } from '../../src/testing/store-rows.ts'

/** Writes until the disk refuses, and tells what was acknowledged and how it ended, as JSON lines. */
const [folder = '', user] = process.argv.slice(2)

if (user !== undefined) become(Number(user))

const say = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`)
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : String(error))

try {
  const store = await openSqliteStore({ folder })
  for (let at = 0; at < 1000; at++) {
    const id = `job-${at}`
    try {
      await store.append(
        aWrite({ rows: [jobRow(id, 0, { input: 'x'.repeat(50_000) })], events: [anEvent({ note: id })] }),
      )
      say({ acknowledged: id })
    } catch (error) {
      say({ refused: codeOf(error), because: error instanceof Error ? error.message : '' })
      break
    }
  }
  const again = await store.append(aWrite({ events: [anEvent()] })).then(() => 'written', codeOf)
  const first = await store.get('jobs', 'job-0')
  say({ again, first: first?.version })
  await store.close()
} catch (error) {
  say({ failed: codeOf(error) })
}

/** Whoever may do everything is told nothing by the mode of a folder. What is loaded is loaded before, where this user may not look. */
function become(id: number): void {
  new Database(':memory:').close()
  process.setegid?.(id)
  process.seteuid?.(id)
}
