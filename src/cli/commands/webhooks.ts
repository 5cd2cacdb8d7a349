import { randomBytes } from 'node:crypto'
import {
  changeWebhook,
  type DamagedWebhook,
  type Desk,
  howToMend,
  mayBePublic,
  tryWebhook,
  Webhook,
  type WebhookProgress,
  webhooksOf,
} from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'
import { quote } from '../../model/quote.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { resend, showDead } from '../person/dead-letters.ts'
import { meantId } from '../person/meant-id.ts'
import { showSecret } from '../person/show-secret.ts'
import { tenantIn } from '../person/tenant-in.ts'
import { credentialsFor, keptRoot, withDesk } from '../person/with-desk.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { drawTable } from '../text/table.ts'
import { tellSpelled } from '../text/tell.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = {
  private: { type: 'boolean' },
  tenant: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Options = ReturnType<typeof parse>['values']

function parse(args: readonly string[]) {
  return parseOptions(args, { options: OPTIONS, allowPositionals: true })
}

/** `leeway webhooks`: tells other programs what waits for people. */
export const command: Command = {
  help: `leeway webhooks [--json]
leeway webhooks add URL [--private] [--tenant T] [--json]
leeway webhooks test ID
leeway webhooks dead ID [--json]
leeway webhooks resend ID [SEQ…]
leeway webhooks remove ID

While the server runs (leeway up), each address is told what waits for a person and what became of it: what happened and
where, and no content. Messages are signed as Standard Webhooks says, come in order and at least once, and have the
same id at every try. A receiver that is away is tried for a day. The secret is shown once, when the webhook is added.
\`dead\` lists what was given up, by its place in the log; \`resend\` sends that again, all of it or what you name.

  --private    the address may be of this machine or network, and http; otherwise it is https and on the internet
  --tenant     whose work it is told of; \`local\` when left out

Example:  leeway webhooks add https://example.org/leeway`,
  run: async (args, io) => {
    const { values, positionals } = parse(args)
    const [verb, given, ...more] = positionals
    if (more.length > 0 && verb !== 'resend') throw wrongCall(`That is too much: ${more.join(' ')}.`)
    const who = await administrator(io)
    if (verb === undefined) return list(who, values, io)
    if (given === undefined) throw wrongCall(`Say which: leeway webhooks ${verb} ${verb === 'add' ? 'URL' : 'ID'}`)
    if (verb === 'add') return add({ url: given, who }, values, io)
    if (verb === 'test') return test(who, given, io)
    if (verb === 'dead') return showDead(await readable(who, given, io), values, io)
    if (verb === 'resend') return resend(await readable(who, given, io), more, io)
    if (verb === 'remove') return remove(who, given, io)
    throw wrongCall('leeway webhooks takes "add", "test", "dead", "resend" or "remove", or nothing.')
  },
}

/** Who looks after the webhooks of some tenants, or of all. */
type Administrator = Awaited<ReturnType<Desk['me']>>

/** Whoever is told of everything that is asked has to be let in by an administrator. */
async function administrator(io: Io): Promise<Administrator> {
  const me = await withDesk(io, (desk) => desk.me())
  if (me.role === 'admin') return me
  throw new AppError('not_authorised', [], { message: 'Only an administrator looks after webhooks.' })
}

async function list(who: Administrator, { json }: Options, io: Io): Promise<ExitCode> {
  const folder = webhooksOf(keptRoot(io.folder))
  const { webhooks, damaged } = await ownWebhooks(who, io)
  const rows = await Promise.all(
    webhooks.map(async ({ secret: _secret, ...shown }) => {
      return { ...shown, ...(await standingOf(folder, shown.id)) }
    }),
  )
  if (json === true) {
    io.stdout.write(`${jsonText({ rows, damaged })}\n`)
    return EXIT.fine
  }
  if (rows.length + damaged.length === 0)
    tellSpelled(io.stdout, 'There are no webhooks. Add one: leeway webhooks add URL', io)
  if (rows.length > 0) {
    const cells = rows.map(({ id, url, progress, dead, wrong }) =>
      [id, url, wrong ?? lastTime(progress), String(dead.length)].map((text) => ({
        text: harmless(text),
        isWhole: text === id,
      })),
    )
    const table = drawTable({ head: ['webhook', 'address', 'last time', 'given up'], rows: cells }, pageOf(io))
    io.stdout.write(`${table}\n`)
  }
  if (rows.some(({ dead }) => dead.length > 0))
    tellSpelled(io.stderr, 'What was given up can be sent again: leeway webhooks resend ID', io)
  for (const one of damaged) tellSpelled(io.stderr, `! ${damageText(one)}`, io)
  return EXIT.fine
}

/** Whoever looks for why nothing arrived is not told that all is well. */
function lastTime(progress: WebhookProgress | null): string {
  if (progress === null || progress.last_at === null) return 'nothing sent yet'
  return progress.last_error ?? 'fine'
}

/** How far a webhook was told. Where that can't be read, the others are shown all the same. */
async function standingOf(folder: ReturnType<typeof webhooksOf>, id: string) {
  try {
    return { progress: (await folder.progress(id)) ?? null, dead: await folder.dead(id) }
  } catch (error) {
    return { progress: null, dead: [], wrong: error instanceof Error ? error.message : String(error) }
  }
}

function damageText({ id, path }: DamagedWebhook): string {
  return `The webhook ${id} is told nothing: ${harmless(path)} is damaged. ${howToMend(id)}`
}

async function add({ url, who }: { url: string; who: Administrator }, options: Options, io: Io): Promise<ExitCode> {
  const webhook: Webhook = {
    id: `whk_${randomBytes(9).toString('hex')}`,
    url: addressIn(url, options.private === true),
    secret: `whsec_${randomBytes(32).toString('base64')}`,
    tenant: tenantIn(options.tenant),
    private: options.private === true,
    added_by: who.id,
    added_at: new Date().toISOString(),
  }
  // What could not be read back would be told nothing.
  const wrong = Webhook.safeParse(webhook).error?.issues[0]
  if (wrong !== undefined) throw wrongCall(`Nothing was added. ${wrong.message}`)
  await change(io, 'added', webhook)
  const { id, secret } = webhook
  const next = `This is the secret of ${id}, shown this once. Try it: leeway webhooks test ${id}`
  showSecret({ secret, whole: webhook, next }, options.json, io)
  return EXIT.fine
}

function addressIn(given: string, isPrivate: boolean): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  const fits = url?.protocol === 'https:' || (isPrivate && url?.protocol === 'http:')
  if (url === undefined || !fits) throw wrongCall(`${quote(given)} is no address ${beginningWith(url, isPrivate)}`)
  if (url.username !== '' || url.password !== '') throw wrongCall('An address carries no name and no password.')
  // Nothing would ever be sent there, and nobody would read why.
  if (!isPrivate && !mayBePublic(url))
    throw wrongCall(
      `${harmless(url.hostname)} is not on the internet. If you mean this machine or your own network, say so: leeway webhooks add ${harmless(url.href)} --private`,
    )
  return url.href
}

function beginningWith(url: URL | undefined, isPrivate: boolean): string {
  if (isPrivate) return 'that begins with http:// or https://.'
  const way =
    url?.protocol === 'http:'
      ? ` Only one of this machine or of your own network may begin with http://; say so: leeway webhooks add ${harmless(url.href)} --private`
      : ''
  return `that begins with https://.${way}`
}

async function test(who: Administrator, given: string, io: Io): Promise<ExitCode> {
  const webhook = await readable(who, given, io)
  const error = await tryWebhook(webhook, new Date())
  if (error === undefined) io.stdout.write('It arrived.\n')
  else io.stderr.write(`It did not arrive: ${harmless(error)}\n`)
  return error === undefined ? EXIT.fine : EXIT.failed
}

/** One that can be told something. */
async function readable(who: Administrator, given: string, io: Io): Promise<Webhook> {
  const webhook = await found(who, given, io)
  if (!('url' in webhook)) throw new AppError('unreadable_file', [], { message: damageText(webhook) })
  return webhook
}

async function remove(who: Administrator, given: string, io: Io): Promise<ExitCode> {
  await change(io, 'removed', await found(who, given, io))
  io.stdout.write('It is told nothing from now on.\n')
  return EXIT.fine
}

/** On the files, where the webhooks are, also while a server runs: it is the same log. */
async function change(io: Io, ...what: ['added', Webhook] | ['removed', Webhook | DamagedWebhook]): Promise<void> {
  const root = keptRoot(io.folder)
  await changeWebhook({ root, credentials: credentialsFor(root, io) }, ...what)
}

/** Those of the tenants that the administrator has a say in; where nobody can tell whose it was, it takes a say in all. */
async function ownWebhooks({ tenants }: Administrator, io: Io) {
  const { webhooks, damaged } = await webhooksOf(keptRoot(io.folder)).list()
  const isOwn = ({ tenant }: Webhook | DamagedWebhook) =>
    tenants === '*' || (tenant !== null && tenants.includes(tenant))
  return { webhooks: webhooks.filter(isOwn), damaged: damaged.filter(isOwn) }
}

async function found(who: Administrator, given: string, io: Io): Promise<Webhook | DamagedWebhook> {
  const { webhooks, damaged } = await ownWebhooks(who, io)
  const rows = [...webhooks, ...damaged]
  const next = 'See them: leeway webhooks'
  const all = async () => ({ rows, next: null })
  const meant = await meantId(given, { what: 'webhook', id: Webhook.unwrap().shape.id, lists: [all], next })
  return rows.find(({ id }) => id === meant) as Webhook | DamagedWebhook
}
