import { workspacesAt } from '../../src/compose.ts'
import { openWorkplace } from '../../src/config/workplace.ts'
import { Policies } from '../../src/engine/policies.ts'
import { LOCAL } from '../../src/model/ids.ts'
import type { Context } from '../../src/sdk/context.ts'
import { Keeper } from '../../src/sdk/keeper.ts'
import { Leeway } from '../../src/sdk/leeway.ts'
import { newSession } from '../../src/sdk/session.ts'
import { type OpenKept, openKept } from './open-kept.ts'

/** The agent's side, and what it stands on. */
export interface OpenedAgent {
  readonly leeway: Leeway
  readonly context: Context
  readonly keeper: Keeper
}

/** Often, so that a short life sees effects, leases and deadlines too. */
const TEND_EVERY_MS = 10

/** A project without any configuration, read once for all. */
const WORKPLACE = openWorkplace(import.meta.dirname, {})

/** Opens Leeway as `openLeeway` does, but on a store with fatal points. */
export async function openAgent(options: OpenKept): Promise<OpenedAgent> {
  const { fuse } = options
  fuse.pass('open:before')
  const workplace = await WORKPLACE
  const store = await openKept(options)
  const context: Context = {
    store,
    policies: new Policies(workplace.catalog),
    workplace,
    workspaces: workspacesAt(options.root),
    tenant: LOCAL,
    session: newSession(LOCAL),
    secrets: () => undefined,
    onHold: 'wait',
    crashPoint: fuse.pass,
  }
  const keeper = new Keeper(context)
  await keeper.open(TEND_EVERY_MS)
  fuse.pass('open:after')
  return { context, keeper, leeway: new Leeway(context, keeper, { agent: 'scout' }) }
}
