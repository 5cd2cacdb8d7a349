import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { calledAs } from './config/called-as.ts'
import { openCatalog, openWorkplace, type Workplace } from './config/workplace.ts'
import { noteWebhook } from './engine/note-webhook.ts'
import { Policies } from './engine/policies.ts'
import { LOCAL } from './model/ids.ts'
import { refuseOtherPort } from './notify/web-port.ts'
import type { DamagedWebhook, Webhook } from './notify/webhook.ts'
import { WebhookFolder } from './notify/webhook-folder.ts'
import type { OpenOptions } from './open-options.ts'
import type { Context } from './sdk/context.ts'
import { notSignedIn } from './sdk/desk/not-signed-in.ts'
import { Reception } from './sdk/desk/reception.ts'
import { type SeatPorts, takeSeat } from './sdk/desk/seat.ts'
import type { Desk } from './sdk/desk.ts'
import type { Forge } from './sdk/forge/forge.ts'
import { Keeper } from './sdk/keeper.ts'
import { type Known, refuseUnknownOptions } from './sdk/known-options.ts'
import type { Leeway } from './sdk/leeway.ts'
import { readGiven, TenantName } from './sdk/read-given.ts'
import type { SecretSource } from './sdk/secrets.ts'
import { newSession } from './sdk/session.ts'
import { type RestoreReport, settleRestored } from './sdk/settle-restored.ts'
import { JOB_OPTIONS, type JobOptions, policyOf } from './sdk/start.ts'
import { type TellHold, tellHolds } from './sdk/tell-hold.ts'
import { serverOf } from './server/server-lease.ts'
import { DATABASE_FILE, refuseLost } from './store/sqlite/open-database.ts'
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts'
import { refuseClosed } from './store/sqlite/refuse-closed.ts'
import { openSigner } from './store/sqlite/signing-key.ts'
import type { SqliteStore } from './store/sqlite/sqlite-store.ts'
import { findGit } from './workspace/find-git.ts'
import { GitWorkspaces } from './workspace/git-workspaces.ts'

export type { StoredEvent } from './engine/ports.ts'
export { refuseUnfitResponse } from './engine/response-schema.ts'
export { mayBePublic } from './notify/public-address.ts'
export { type Resent, resendDead } from './notify/resend-dead.ts'
export { tryWebhook } from './notify/try-webhook.ts'
export { type DamagedWebhook, howToMend, Webhook, type WebhookProgress } from './notify/webhook.ts'
export type { OpenOptions } from './open-options.ts'
export type { Keep, Reception } from './sdk/desk/reception.ts'
export type {
  CheckpointView,
  Cursor,
  Desk,
  Halt,
  JobView,
  ListedCheckpoint,
  ListedJob,
  LogEvent,
  Page,
  ShownPerson,
} from './sdk/desk.ts'
export type { PhaseWork } from './sdk/program/phase-work.ts'
export type { DiffView, ListedPull, PullView, ReviewGiven } from './sdk/pull-desk.ts'

const OPEN_OPTIONS: Known<OpenOptions> = {
  ...JOB_OPTIONS,
  root: true,
  tenant: true,
  onHold: true,
  tellHolds: true,
  secrets: true,
  crashPoint: true,
}

/** The folder of what is kept, below a project's root. */
export const KEPT = '.leeway'

/** The folder of the repositories of jobs, below that. */
export const REPOSITORIES = 'repositories'

/** How often whoever keeps the house looks around. */
export const TEND_EVERY_MS = 500

/** Opens Leeway on the files of a project: ten lines gate an agent. */
export async function openLeeway(options: OpenOptions = {}): Promise<Leeway> {
  refuseUnknownOptions(options, OPEN_OPTIONS, 'openLeeway')
  const { root, tenant, onHold, tellHolds: told, secrets, agent = 'agent', crashPoint, ...job } = options
  const context = await openContext({ root, tenant, onHold, tellHolds: told, secrets, crashPoint })
  const own = { ...job, agent }
  try {
    // Whoever misspelt a preset hears of it here, and not at the first gate.
    policyOf(context, own)
  } catch (error) {
    await context.store.close()
    await context.workspaces.close()
    throw error
  }
  return openedOn(context, own)
}

/** The same for the scripted agent that comes with the product. It is no option: an agent could call itself a demo. */
export async function openForDemo(root: string, tellHold?: TellHold): Promise<Leeway> {
  return openedOn({ ...(await openContext({ root, tellHolds: false })), tellHold, demo: true }, { agent: 'agent' })
}

async function openedOn(context: Context, job: JobOptions): Promise<Leeway> {
  const keeper = new Keeper(context)
  await keeper.open(TEND_EVERY_MS)
  // A server and the people at a terminal drive no jobs, and do not wait for what does.
  const { Leeway } = await import('./sdk/leeway.ts')
  return new Leeway(context, keeper, job)
}

type ContextOptions = {
  readonly [Key in Exclude<keyof OpenOptions, keyof JobOptions>]?: OpenOptions[Key] | undefined
} & {
  /** What is open already below the root. */
  readonly ports?: KeptPorts | undefined
}

/** Everything that an open Leeway stands on, picked for the files of a project. */
export async function openContext(
  options: ContextOptions,
): Promise<Context & { readonly store: SqliteStore; readonly workspaces: GitWorkspaces }> {
  const { tenant } = readGiven(TenantName, { tenant: options.tenant ?? LOCAL })
  const { root = process.cwd(), onHold = 'wait', tellHolds: told, secrets, crashPoint } = options
  const workplace = await openWorkplace(root, process.env)
  const store = options.ports?.store ?? (await openSqliteStore({ folder: join(root, KEPT), crashPoint }))
  const source: SecretSource = secrets ?? ((name) => process.env[name])
  const workspaces = options.ports?.workspaces ?? workspacesAt(root)
  const context = {
    store,
    policies: new Policies(workplace.catalog),
    workplace,
    workspaces,
    tenant,
    session: newSession(tenant),
    secrets: source,
    onHold,
    tellHold: tellHolds(process.stderr, told, { leeway: calledAs(process.env, import.meta.url) }),
    crashPoint,
    forge: await forgeOf(workplace, { secrets: source, git: workspaces, isTold: told }),
  }
  await settleIfRestored(root, context)
  return context
}

/** The repositories of the jobs below a root. */
export function workspacesAt(root: string): GitWorkspaces {
  return new GitWorkspaces(join(root, KEPT, REPOSITORIES), () => findGit({ searchPath: process.env['PATH'] ?? '' }))
}

/** Whether anything is kept below this root. */
export function isKept(root: string): boolean {
  return existsSync(join(root, KEPT, DATABASE_FILE))
}

/** Throws where something is kept below a root and can't be looked at: it is closed to this user, or its database is gone. */
export function refuseLostBelow(root: string): void {
  refuseClosed(join(root, KEPT))
  refuseLost(join(root, KEPT))
}

/** Opens what is kept below a root for people to come in; makes it when it is not there. */
export async function openReception({ root }: { readonly root: string }): Promise<Reception> {
  return (await openHall(root)).reception
}

/** A reception with what it stands on, and the address of the server that runs there. */
export interface Hall {
  readonly reception: Reception
  readonly ports: KeptPorts
  readonly server?: string | undefined
}

/** The same, with all that belongs to it. */
export async function openHall(root: string): Promise<Hall> {
  const ports = await openPorts(root)
  await settleIfRestored(root, ports)
  return { reception: new Reception(ports, signerOf(root)), ports, server: await serverOf(ports.store) }
}

/** The key that signs here and nowhere else: a store that was made out of a backup has one of its own. */
export function signerOf(root: string): string {
  return openSigner(join(root, KEPT)).key
}

/** What people and those who look after it stand on, picked for the files of a project. */
export async function openPorts(root: string): Promise<KeptPorts> {
  const policies = new Policies(await openCatalog(root))
  const store = await openSqliteStore({ folder: join(root, KEPT) })
  return { store, policies, workspaces: workspacesAt(root) }
}

/** The same, as it is picked here. */
export interface KeptPorts extends SeatPorts {
  readonly store: SqliteStore
  readonly workspaces: GitWorkspaces
}

/** A restored store is made safe by whoever opens it first. */
export async function settleIfRestored(
  root: string,
  ports: KeptPorts & { readonly forge?: Forge | undefined },
): Promise<RestoreReport | null> {
  if ((await ports.store.restored()) === null) return null
  // Without it everything is closed all the same, and whoever looks at the forge later finds what was merged there.
  const forge = ports.forge ?? (await forgeAt(root, ports).catch(() => undefined))
  const report = await settleRestored({ ...ports, forge })
  await ports.store.settleRestore()
  return report
}

/** The forge of the project at a root, for whoever has no more of it open. */
async function forgeAt(root: string, { workspaces }: KeptPorts): Promise<Forge | undefined> {
  const secrets: SecretSource = (name) => process.env[name]
  return forgeOf(await openWorkplace(root, process.env), { secrets, git: workspaces, isTold: false })
}

interface ForgeParts {
  readonly secrets: SecretSource
  readonly git: GitWorkspaces
  readonly isTold: boolean | undefined
}

/** Most projects have none, and do not wait for what would speak to it. */
async function forgeOf(workplace: Workplace, { secrets, git, isTold }: ForgeParts): Promise<Forge | undefined> {
  if (workplace.project?.value.forge === undefined) return undefined
  const { openForge, tellForge } = await import('./open-forge.ts')
  return openForge(workplace, { secrets, git, now: () => Date.now(), report: tellForge(isTold) })
}

/** The webhooks below a root; the server tells them what happens. */
export function webhooksOf(root: string): WebhookFolder {
  return new WebhookFolder(join(root, KEPT))
}

/**
 * Adds or removes a webhook below a root, in the name of whoever has signed in there. The log comes first: a webhook that nobody knows of
 * would be worse than an entry about one that is not there, and the same command again mends it.
 */
export async function changeWebhook(
  { root = process.cwd(), credentials }: DeskOptions,
  ...[change, webhook]: ['added', Webhook] | ['removed', Webhook | DamagedWebhook]
): Promise<void> {
  if (change === 'added') refuseOtherPort(new URL(webhook.url))
  const ports = await openPorts(root)
  try {
    const token = await credentials(await new Reception(ports, signerOf(root)).names())
    const { by, run } = await takeSeat(ports, token ?? '')
    const { id, tenant } = webhook
    const origin = 'url' in webhook ? new URL(webhook.url).origin : 'an address that can not be read'
    await run(noteWebhook, { by, tenant: tenant ?? LOCAL, webhook: id, origin, change })
  } finally {
    await ports.store.close()
  }
  const folder = webhooksOf(root)
  await (change === 'added' ? folder.add(webhook) : folder.remove(webhook.id))
}

/** Finds a person's token by the names of a store, its own name first. */
export type Credentials = (names: readonly string[]) => Promise<string | undefined>

/** Opens a person's side of what is kept below a root. Throws `not_authorised` for whoever has not signed in. */
export async function openDesk({ root = process.cwd(), credentials }: DeskOptions): Promise<Desk> {
  const reception = await openReception({ root })
  return deskAt(reception, credentials).catch(async (error) => {
    await reception.close()
    throw error
  })
}

/** The same where the reception is open already; with the desk it is closed as well. */
export async function deskAt(reception: Reception, credentials: Credentials): Promise<Desk> {
  const token = await credentials(await reception.names())
  if (token === undefined) throw await notSignedIn(reception)
  return reception.desk(token)
}

/** Where the server of a project is found; undefined where none is running. */
export async function findServer(root: string): Promise<string | undefined> {
  const store = await openSqliteStore({ folder: join(root, KEPT) })
  return serverOf(store).finally(() => store.close())
}

/** Where a desk stands, and who sits at it. */
export interface DeskOptions {
  readonly root?: string
  readonly credentials: Credentials
}
