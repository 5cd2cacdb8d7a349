import type { Query, Seen, Store, Table, Tables, Versioned } from './ports.ts'

/** Reads rows for one command and remembers which versions it saw, so that the append can check all of them. */
export class Reader {
  readonly #store: Store
  readonly #seen = new Map<string, Seen>()
  readonly #rows = new Map<string, Tables[Table]>()

  constructor(store: Store) {
    this.#store = store
  }

  /** The row, or nothing; that there was nothing is remembered too. */
  async get<Name extends Table>(table: Name, id: string): Promise<Tables[Name] | undefined> {
    const place = placeOf(table, id)
    if (this.#seen.has(place)) return this.#rows.get(place) as Tables[Name] | undefined
    const found = await this.#store.get(table, id)
    this.#remember(table, id, found)
    return found?.row
  }

  /** The one row that a unique index names. */
  async one<Name extends Table>(query: Omit<Query<Name>, 'limit'>): Promise<Tables[Name] | undefined> {
    return (await this.find({ ...query, limit: 1 }))[0]
  }

  /** Rows of an index. Each row is remembered; rows that appear later are not noticed. */
  async find<Name extends Table>(query: Query<Name>): Promise<readonly Tables[Name][]> {
    const found = await this.#store.find(query)
    for (const item of found) this.#remember(query.table, item.id, item)
    return found.map(({ row }) => row)
  }

  /** Whether a row has changed since it was read: then what was read together may never have been true together. */
  async isStale(): Promise<boolean> {
    for (const { table, id, version } of this.all()) {
      if (((await this.#store.get(table, id))?.version ?? 0) !== version) return true
    }
    return false
  }

  /** What was seen of a row, if the command looked at it at all. */
  seen(table: Table, id: string): Seen | undefined {
    return this.#seen.get(placeOf(table, id))
  }

  /** A row as it was read. */
  row<Name extends Table>(table: Name, id: string): Tables[Name] | undefined {
    return this.#rows.get(placeOf(table, id)) as Tables[Name] | undefined
  }

  /** Everything that the command relies on. Policies never change under their digest, so nobody has to check them. */
  all(): readonly Seen[] {
    return [...this.#seen.values()].filter(({ table }) => table !== 'policies')
  }

  #remember(table: Table, id: string, found: Versioned<Tables[Table]> | undefined): void {
    const place = placeOf(table, id)
    // What was read first was relied on first; if it has changed since, the append has to notice.
    if (this.#seen.has(place)) return
    this.#seen.set(place, { table, id, version: found?.version ?? 0 })
    if (found !== undefined) this.#rows.set(place, found.row)
  }
}

/** Where a row stands, as one text. */
export function placeOf(table: Table, id: string): string {
  return `${table}/${id}`
}
