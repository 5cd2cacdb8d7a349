import { join } from 'node:path'
import { openWorkplace } from './config/workplace.ts'
import { Policies } from './engine/policies.ts'
import { LOCAL, TenantId } from './model/ids.ts'
import type { Context } from './sdk/context.ts'
import { Keeper } from './sdk/keeper.ts'
import { Leeway } from './sdk/leeway.ts'
import type { SecretSource } from './sdk/secrets.ts'
import { newSession } from './sdk/session.ts'
import type { JobOptions } from './sdk/start.ts'
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts'

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
