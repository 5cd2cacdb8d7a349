import { AppError } from '../model/errors.ts'
import type { Idempotency } from '../model/idempotency.ts'
import { apply } from './apply.ts'
import type { Policies } from './policies.ts'
import type { Brief, NewEvent, RowWrite, Store, Table } from './ports.ts'
import { Reader } from './reader.ts'
import type { KeptAnswer } from './tables.ts'
import type { Outcome, Refused, Verb } from './verb.ts'

/** What a command needs of the world. */
export interface Ports {
  readonly store: Store
  readonly policies: Policies
}

/** More than ever lose a race by chance, once whoever loses waits in line. */
const MAX_RACES = 100

/** Who waits to try again, by the row that was lost: the end of each line. */
const LINES = new WeakMap<Store, Map<string, Promise<void>>>()

/** A verb with its input, and the key of a caller who may have to ask again. */
export interface Command<Input, State, Result> {
  readonly verb: Verb<Input, State, Result>
  readonly input: Input
  readonly idempotency?: Idempotency | undefined
}

/** Load, decide, save; the caller hears of it after the commit. */
export function runCommand<Input, State, Result>(
  ports: Ports,
  verb: Verb<Input, State, Result>,
  input: Input,
): Promise<Result> {
  return runKeyed(ports, { verb, input })
}

/** The same under an idempotency key. Whoever loses a race decides again on what is true by then. */
export async function runKeyed<Input, State, Result>(
  ports: Ports,
  command: Command<Input, State, Result>,
): Promise<Result> {
  try {
    return await runOnce(ports, command)
  } catch (error) {
    if (!isConflict(error)) throw error
    return runUntilWon(ports, command, rowOf(error))
  }
}

async function runUntilWon<Input, State, Result>(
  ports: Ports,
  command: Command<Input, State, Result>,
  lost: string,
): Promise<Result> {
  const place = new PlaceInLine(ports.store)
  try {
    for (let row = lost, race = 2; ; race++) {
      await place.standFor(row)
      const won = await runOnce(ports, command).catch(orConflict)
      if (!(won instanceof Lost)) return won
      if (race === MAX_RACES) throw won.conflict
      row = rowOf(won.conflict)
    }
  } finally {
    place.leave()
  }
}

/** Somebody else was first. */
class Lost {
  readonly conflict: AppError

  constructor(conflict: AppError) {
    this.conflict = conflict
  }
}

function orConflict(error: unknown): Lost {
  if (isConflict(error)) return new Lost(error)
  throw error
}

/**
 * Where a command waits until everybody of this process who lost the same row before it has been served. All at once, only
 * one of them would win each time, and a crowd would need as many rounds as it has heads.
 */
class PlaceInLine {
  readonly #lines: Map<string, Promise<void>>
  #row: string | undefined
  #leave = () => {}

  constructor(store: Store) {
    this.#lines = LINES.get(store) ?? new Map()
    LINES.set(store, this.#lines)
  }

  /** Never in two lines at once: two who stand in each other's would wait for ever. */
  async standFor(row: string): Promise<void> {
    if (row === this.#row) return
    this.leave()
    const before = this.#lines.get(row)
    const { promise: served, resolve } = Promise.withResolvers<void>()
    this.#lines.set(row, served)
    this.#row = row
    this.#leave = () => {
      if (this.#lines.get(row) === served) this.#lines.delete(row)
      resolve()
    }
    await before
  }

  leave(): void {
    this.#leave()
  }
}

async function runOnce<Input, State, Result>(ports: Ports, command: Command<Input, State, Result>): Promise<Result> {
  const { store } = ports
  const { idempotency } = command
  const read = new Reader(store)
  const kept = idempotency && (await read.get('kept_answers', keptAt(idempotency)))
  if (kept !== undefined) return answerAgain<Result>(kept, idempotency)

  const { outcome, rows } = await judge(ports, command, read)
  // What is refused keeps no answer: asked again, it is judged again.
  if (idempotency && 'result' in outcome)
    rows.push(keepAnswer(idempotency, { result: outcome.result, at: store.now().toISOString() }))
  if (rows.length + outcome.events.length > 0) {
    await store.append({ seen: read.all(), rows, events: outcome.events, effects: outcome.effects })
  }
  return told(outcome)
}

/** Rows that were read one after the other may never have been true together, so what is wrong with them then is a lost race. */
async function judge<Input, State, Result>(
  { store, policies }: Ports,
  { verb, input }: Command<Input, State, Result>,
  read: Reader,
): Promise<{ readonly outcome: Outcome<Result> | Refused; readonly rows: RowWrite[] }> {
  try {
    const outcome = verb.decide(await verb.load(read, input, policies), input, store.now())
    return { outcome, rows: rowsAfter(read, outcome.events) }
  } catch (error) {
    throw (await read.isStale()) ? new AppError('version_conflict', [], { cause: error }) : error
  }
}

function told<Result>(outcome: Outcome<Result> | Refused): Result {
  if ('error' in outcome) throw outcome.error
  return outcome.result
}

/** Folds the events over what was read. A row that nobody looked at can't be written: its version would be a guess. */
function rowsAfter(read: Reader, events: readonly NewEvent[]): RowWrite[] {
  /** By id alone, as the reader has them. */
  const changed = new Map<string, readonly RowWrite[]>()
  const writeOf = (table: Table, id: string) => changed.get(id)?.find((write) => write.table === table)
  const look = <Name extends Table>(table: Name, id: string) =>
    (writeOf(table, id)?.row ?? read.row(table, id)) as Brief<Name> | undefined
  for (const event of events) {
    for (const { table, id, row } of apply(look, event)) {
      const version = read.seen(table, id)?.version ?? 0
      if (table === 'policies' && version > 0) continue
      const others = changed.get(id)?.filter((write) => write.table !== table) ?? []
      changed.set(id, [...others, { table, id, version, row }])
    }
  }
  return [...changed.values()].flat()
}

/** What was answered under a key before; nothing where nobody has asked under it. */
export async function answeredBefore<Result>(
  { store }: Pick<Ports, 'store'>,
  idempotency: Idempotency | undefined,
): Promise<Result | undefined> {
  const kept = idempotency && (await store.get('kept_answers', keptAt(idempotency)))?.row
  return kept && answerAgain<Result>(kept, idempotency)
}

function answerAgain<Result>(kept: KeptAnswer, idempotency: Idempotency | undefined): Result {
  if (kept.request === idempotency?.request) return kept.result as Result
  throw new AppError('key_reused', [], {
    message: `The key ${idempotency?.key} was used before, for another request. Use a new key.`,
  })
}

function keepAnswer(idempotency: Idempotency, answer: Omit<KeptAnswer, 'request'>): RowWrite {
  return {
    table: 'kept_answers',
    id: keptAt(idempotency),
    version: 0,
    row: { request: idempotency.request, ...answer },
  }
}

function keptAt({ owner, key }: Idempotency): string {
  return JSON.stringify([owner, key])
}

/** The row that somebody else was first at; conflicts that name none share a line. */
function rowOf({ details }: AppError): string {
  return `${details['table']}/${details['id']}`
}

function isConflict(error: unknown): error is AppError {
  return error instanceof AppError && (error.code as string) === 'version_conflict'
}
