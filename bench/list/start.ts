// Opens what is kept below a root, reads the first page of what waits, and says after how many milliseconds.
const [how, root = ''] = process.argv.slice(2)
const rows = how === 'leeway' ? await readByLeeway() : await readBare()
if (rows !== 50) throw new Error(`The first page has ${rows} rows.`)
console.log(performance.now())
process.exit()

async function readByLeeway(): Promise<number> {
  const { openLeeway } = await import('../../src/compose.ts')
  const leeway = await openLeeway({ root })
  return (await leeway.pending(50)).length
}

async function readBare(): Promise<number> {
  const { default: Database } = await import('better-sqlite3')
  const db = new Database(`${root}/.leeway/leeway.db`)
  const sql = `SELECT body FROM checkpoints WHERE tenant = ? AND status = ? ORDER BY opened_at, id LIMIT 50`
  return db.prepare(sql).all('local', 'pending').length
}
