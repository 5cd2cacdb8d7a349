import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openCatalog, openWorkplace } from './config/workplace.ts'
import { Policies } from './engine/policies.ts'
import { AppError } from './model/errors.ts'
import { LOCAL, TenantId } from './model/ids.ts'
import type { Context } from './sdk/context.ts'
import { Reception } from './sdk/desk/reception.ts'
import type { Desk } from './sdk/desk.ts'
import { Keeper } from './sdk/keeper.ts'
import { Leeway } from './sdk/leeway.ts'
import type { SecretSource } from './sdk/secrets.ts'
import { newSession } from './sdk/session.ts'
import type { JobOptions } from './sdk/start.ts'
import { DATABASE_FILE } from './store/sqlite/open-database.ts'
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts'

export type { StoredEvent } from './engine/ports.ts'
export type { Keep, Reception } from './sdk/desk/reception.ts'
export type { CheckpointView, Cursor, Desk, Halt, JobView, LogEvent, Page, ShownPerson } from './sdk/desk.ts'

/** How Leeway is opened in a project. Everything may be left out. */
export interface OpenOptions extends Partial<JobOptions> {
  /** The project's root: its `leeway.yaml`, and the folder `.leeway` that holds what is kept. */
  readonly root?: string
  readonly tenant?: string
  /** What a gate does that is held, unless it says so itself. */
  readonly onHold?: 'wait' | 'throw'
  /** Where secrets come from; environment variables when left out. */
  readonly secrets?: SecretSource
}

/** The folder of what is kept, below a project's root. */
export const KEPT = '.leeway'

const TEND_EVERY_MS = 500

/** Opens Leeway on the files of a project: ten lines gate an agent. */
export async function openLeeway(options: OpenOptions = {}): Promise<Leeway> {
  const { root = process.cwd(), tenant = LOCAL, onHold = 'wait', secrets, agent = 'agent', ...job } = options
  const workplace = await openWorkplace(root, process.env)
  const context: Context = {
    store: await openSqliteStore({ folder: join(root, KEPT) }),
    policies: new Policies(workplace.catalog),
    workplace,
    tenant: TenantId.parse(tenant),
    session: newSession(),
    secrets: secrets ?? ((name) => process.env[name]),
    onHold,
  }
  const keeper = new Keeper(context)
  await keeper.open(TEND_EVERY_MS)
  return new Leeway(context, keeper, { ...job, agent })
}

/** Whether anything is kept below this root. */
export function isKept(root: string): boolean {
  return existsSync(join(root, KEPT, DATABASE_FILE))
}

/** Opens what is kept below a root for people to come in; makes it when it is not there. */
export async function openReception({ root }: { readonly root: string }): Promise<Reception> {
  const catalog = await openCatalog(root)
  return new Reception({
    store: await openSqliteStore({ folder: join(root, KEPT) }),
    policies: new Policies(catalog),
  })
}

/** Finds a person's token by the names of a store. */
export type Credentials = (names: readonly string[]) => Promise<string | undefined>

/** Opens a person's side of what is kept below a root. Throws `not_authorised` for whoever has not signed in. */
export async function openDesk({ root = process.cwd(), credentials }: DeskOptions): Promise<Desk> {
  const reception = await openReception({ root })
  try {
    const token = await credentials(await reception.names())
    if (token === undefined) throw await notSignedIn(reception)
    return await reception.desk(token)
  } catch (error) {
    await reception.close()
    throw error
  }
}

/** Where a desk stands, and who sits at it. */
export interface DeskOptions {
  readonly root?: string
  readonly credentials: Credentials
}

async function notSignedIn(reception: Reception): Promise<AppError> {
  const [administrator] = await reception.administrators()
  if (administrator === undefined) {
    const details = { next: 'Be the first: leeway login' }
    return new AppError('not_authorised', [], { message: 'Nobody has joined here yet.', details })
  }
  const message = `You have not signed in here. Ask ${administrator} for a token.`
  const details = {
    administrator,
    next: `${administrator}: leeway people add NAME. You: leeway login --token-file FILE`,
  }
  return new AppError('not_authorised', [], { message, details })
}
