import type { AnyRow, Brief, Query, Seen, Store, Table, Tables, Versioned } from './ports.ts'

/** A row that was looked at, and the next one under the same id of another table. */
interface Looked extends Seen {
  row: AnyRow | undefined
  /** What is kept apart of it was not asked for yet. */
  isBrief: boolean
  readonly next: Looked | undefined
}

/** Reads rows for one command and remembers which versions it saw, so that the append can check all of them. */
export class Reader {
  readonly #store: Store
  /** By id alone, because the text of table and id would have to be put together for every look. */
  readonly #looked = new Map<string, Looked>()

  constructor(store: Store) {
    this.#store = store
  }

  /** The row, or nothing; that there was nothing is remembered too. What the store gives at once is not waited for. */
  get<Name extends Table>(table: Name, id: string): Awaitable<Tables[Name] | undefined> {
    const known = this.#find(table, id)
    if (known?.isBrief === false) return known.row as Tables[Name] | undefined
    const found = this.#store.getNow?.(table, id)
    return found === undefined ? this.#wait(table, id) : this.#remember(table, id, found ?? undefined)
  }

  /** The row without what is kept apart of it, for a command that changes nothing of that. */
  async brief<Name extends Table>(table: Name, id: string): Promise<Brief<Name> | undefined> {
    const known = this.#find(table, id)
    if (known !== undefined) return known.row as Brief<Name> | undefined
    const found = await this.#store.getBrief(table, id)
    this.#look({ table, id, version: found?.version ?? 0, row: found?.row as AnyRow | undefined, isBrief: true })
    return found?.row
  }

  /** The one row that a unique index names. */
  async one<Name extends Table>(query: Omit<Query<Name>, 'limit'>): Promise<Tables[Name] | undefined> {
    return (await this.find({ ...query, limit: 1 }))[0]
  }

  /** Rows of an index. Each row is remembered; rows that appear later are not noticed. */
  async find<Name extends Table>(query: Query<Name>): Promise<readonly Tables[Name][]> {
    return (await this.entries(query)).map(({ row }) => row)
  }

  /** The same with the id of each, where that says more than the row. */
  async entries<Name extends Table>(query: Query<Name>) {
    const found = await this.#store.find(query)
    for (const item of found) this.#remember(query.table, item.id, item)
    return found
  }

  /** Whether a row has changed since it was read: then what was read together may never have been true together. */
  async isStale(): Promise<boolean> {
    for (const { table, id, version } of this.all()) {
      if (((await this.#store.getBrief(table, id))?.version ?? 0) !== version) return true
    }
    return false
  }

  /** What was seen of a row, if the command looked at it at all. */
  seen(table: Table, id: string): Seen | undefined {
    return this.#find(table, id)
  }

  /** As much of a row as was read. */
  row<Name extends Table>(table: Name, id: string): Brief<Name> | undefined {
    return this.#find(table, id)?.row as Brief<Name> | undefined
  }

  /** Everything that the command relies on. Policies never change under their digest, so nobody has to check them. */
  all(): readonly Seen[] {
    const all: Seen[] = []
    for (let looked of this.#looked.values()) {
      for (;;) {
        if (looked.table !== 'policies') all.push(looked)
        if (looked.next === undefined) break
        looked = looked.next
      }
    }
    return all
  }

  async #wait<Name extends Table>(table: Name, id: string): Promise<Tables[Name] | undefined> {
    return this.#remember(table, id, await this.#store.get(table, id))
  }

  #find(table: Table, id: string): Looked | undefined {
    let looked = this.#looked.get(id)
    while (looked !== undefined && looked.table !== table) looked = looked.next
    return looked
  }

  #remember<Name extends Table>(
    table: Name,
    id: string,
    found: Versioned<Tables[Name]> | undefined,
  ): Tables[Name] | undefined {
    const known = this.#find(table, id)
    const row = found?.row as AnyRow | undefined
    // What was read first was relied on first; if it has changed since, the append has to notice.
    if (known === undefined) this.#look({ table, id, version: found?.version ?? 0, row, isBrief: false })
    else if (known.isBrief) Object.assign(known, { row, isBrief: false })
    return found?.row
  }

  #look(looked: Omit<Looked, 'next'>): void {
    this.#looked.set(looked.id, { ...looked, next: this.#looked.get(looked.id) })
  }
}

/** What is there, or will be. */
export type Awaitable<Value> = Value | Promise<Value>
