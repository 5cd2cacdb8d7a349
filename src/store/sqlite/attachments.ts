import type Database from 'better-sqlite3'

/** One row never holds more, so that neither SQLite nor we ever hold a whole stream in memory. */
const PART_BYTES = 4 * 1024 * 1024

/** What travels in the file of a backup beside the store itself: streams of bytes, by name. */
export class Attachments {
  readonly #db: Database.Database

  constructor(db: Database.Database) {
    this.#db = db
  }

  /** Writes down all of a stream. */
  async add(name: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    this.#db.exec(`CREATE TABLE IF NOT EXISTS attached
      (name TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, part)) STRICT`)
    const insert = this.#db.prepare('INSERT INTO attached VALUES (?, ?, ?)')
    let part = 0
    for await (const chunk of inParts(bytes)) insert.run(name, part++, chunk)
    if (part === 0) insert.run(name, 0, Buffer.alloc(0))
  }

  names(): readonly string[] {
    if (!this.#isThere()) return []
    return this.#db.prepare<[], string>('SELECT DISTINCT name FROM attached ORDER BY name').pluck().all()
  }

  /** The bytes of one of them, part by part. */
  *read(name: string): Generator<Buffer> {
    const part = this.#db.prepare<[string, number], Buffer>('SELECT bytes FROM attached WHERE name = ? AND part = ?')
    for (let number = 0; ; number++) {
      const bytes = part.pluck().get(name, number)
      if (bytes === undefined) return
      yield bytes
    }
  }

  /** Takes all of them out, and gives their room back. */
  drop(): void {
    if (!this.#isThere()) return
    this.#db.exec('DROP TABLE attached')
    this.#db.exec('VACUUM')
  }

  #isThere(): boolean {
    return this.#db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'attached'`).get() !== undefined
  }
}

async function* inParts(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}
