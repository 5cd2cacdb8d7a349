import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type KeptPorts, openContext, TEND_EVERY_MS, webhooksOf } from './compose.ts'
import type { Store } from './engine/ports.ts'
import { webhookDoor } from './notify/webhook-door.ts'
import { SEND_TERMS } from './notify/webhook-sender.ts'
import { Webhooks } from './notify/webhooks.ts'
import { Keeper } from './sdk/keeper.ts'
import { type RunningServer, type ServeOptions, serve } from './server/serve.ts'

export type { RunningServer, ServeOptions } from './server/serve.ts'

/** How a server is opened in a project. */
export interface ServerOptions extends Partial<Omit<ServeOptions, 'address' | 'git' | 'forge' | 'webhooks'>> {
  readonly root?: string
  readonly address?: Partial<ServeOptions['address']>
  /** What is open already below the root; it is closed with the server, and where none comes to be. */
  readonly ports?: KeptPorts | undefined
}

/** Opens the one server of a project: everything that agents and people can ask, over HTTP. */
export async function openServer(options: ServerOptions = {}): Promise<RunningServer> {
  const {
    root = process.cwd(),
    address,
    ports,
    version = ownVersion(),
    cockpit = builtCockpit(),
    showCode = null,
    report,
    ...rest
  } = options
  const context = await openContext({ root, ports }).catch(async (error: unknown) => {
    await ports?.store.close()
    await ports?.workspaces.close()
    throw error
  })
  const keeper = new Keeper(context)
  const say = report ?? ((what: string) => void process.stderr.write(`leeway: ${what}\n`))
  const told = { store: context.store, folder: webhooksOf(root), terms: SEND_TERMS }
  const webhooks = new Webhooks(told, say)
  const leave = async () => {
    await webhooks.close()
    await keeper.close()
    await context.store.close()
    await context.workspaces.close()
  }
  try {
    await keeper.open(TEND_EVERY_MS, tellStop(context.store, say))
    const at = { host: '127.0.0.1', port: 0, ...address }
    const server = await serve(context, {
      ...rest,
      address: at,
      version,
      cockpit,
      showCode,
      report: say,
      git: context.workspaces,
      webhooks: webhookDoor(told, webhooks),
      forge: keeper.forge && (await import('./open-forge.ts')).forgeDoor(context, keeper.forge, say),
    })
    // There is one server, so nobody is told twice by two of them.
    webhooks.open()
    return { ...server, close: () => server.close().finally(leave) }
  } catch (error) {
    await leave()
    throw error
  }
}

/** Says once that the disk has failed: until somebody starts it again, the server only reads. */
function tellStop(store: Pick<Store, 'stopped'>, say: NonNullable<ServerOptions['report']>): () => void {
  let isTold = false
  return () => {
    const why = isTold ? null : store.stopped()
    if (why === null) return
    isTold = true
    say(`${why.message} ${why.details['next'] ?? ''}`, undefined)
  }
}

/** As far above the source as above what is built from it. */
const PACKAGE = new URL('../', import.meta.url)

function ownVersion(): string {
  return (JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')) as { readonly version: string }).version
}

function builtCockpit(): string | null {
  const folder = fileURLToPath(new URL('cockpit/dist', PACKAGE))
  return existsSync(folder) ? folder : null
}
