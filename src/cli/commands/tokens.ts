import type { GivenTo, OutputOf } from '../../api/operations.ts'
import type { ShownToken } from '../../api/views.ts'
import type { ApiClient } from '../../client/api-client.ts'
import { harmless } from '../../model/harmless.ts'
import { TokenId } from '../../model/ids.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { fullId } from '../person/full-id.ts'
import { meantId, refuseNoId } from '../person/meant-id.ts'
import { momentIn } from '../person/moment-in.ts'
import { showSecret } from '../person/show-secret.ts'
import { tenantIn } from '../person/tenant-in.ts'
import { withDesk } from '../person/with-desk.ts'
import { serverFor } from '../person/with-server.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { drawTable, type Piece } from '../text/table.ts'
import { tellSpelled } from '../text/tell.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = {
  service: { type: 'boolean' },
  tenant: { type: 'string' },
  job: { type: 'string' },
  until: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Options = ReturnType<typeof parse>['values']

function parse(args: readonly string[]) {
  return parseOptions(args, { options: OPTIONS, allowPositionals: true })
}

/** `leeway tokens`: lets agents and services call the server. */
export const command: Command = {
  help: `leeway tokens [--json]
leeway tokens add NAME [--service] [--tenant T] [--job JOB] [--until TIME] [--json]
leeway tokens revoke TOKEN

Lists, makes and revokes what agents and services call the server with. A token is shown once, when it is made. An
agent's token asks and runs under that agent's name; it never decides. The server has to be running: leeway up.

  --service    for a program that starts work and looks at it, and is no agent
  --tenant     whose work it is; \`local\` when left out
  --job        binds an agent to one job and what works for it
  --until      when it ends: a time (2030-01-31T12:00:00Z) or how long from now (8h, 7d); when left out, it lasts until
               it is revoked

Example:  leeway tokens add mailer`,
  run: async (args, io) => {
    const { values, positionals } = parse(args)
    const [verb, name, ...more] = positionals
    if (more.length > 0) throw wrongCall(`That is too much: ${more.join(' ')}.`)
    if (verb === undefined) return list(values, io)
    if (name === undefined) throw wrongCall(`Say which: leeway tokens ${verb} NAME`)
    if (verb === 'add') return add(name, values, io)
    if (verb === 'revoke') return revoke(name, io)
    throw wrongCall('leeway tokens takes "add" or "revoke", or nothing.')
  },
}

async function list({ json }: Options, io: Io): Promise<ExitCode> {
  const server = await serverFor(io)
  const rows: ShownToken[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page = await pageOfTokens(server, after)
    rows.push(...page.rows)
    after = page.next
  }
  const valid = rows.filter(isValid)
  if (json === true) io.stdout.write(`${jsonText({ rows: valid })}\n`)
  else if (valid.length === 0)
    tellSpelled(io.stdout, 'There are no tokens. Make one for an agent: leeway tokens add NAME', io)
  else
    io.stdout.write(`${drawTable({ head: HEAD, rows: valid.map(cellsOf) }, pageOf(io))}
`)
  return EXIT.fine
}

function pageOfTokens(server: ApiClient, after: string | undefined): Promise<OutputOf<'list_tokens'>> {
  return server.call('list_tokens', { limit: 200, ...(after !== undefined && { after }) })
}

function isValid({ revoked_at }: ShownToken): boolean {
  return revoked_at === null
}

const HEAD = ['token', 'kind', 'of', 'bound to', 'ends']

function cellsOf(token: ShownToken): readonly Piece[] {
  // What it is bound to may be the id of a job.
  return textsOf(token).map((text, column) => ({ text, isWhole: column === 0 || text === jobOf(token) }))
}

function jobOf({ bearer }: ShownToken): string | null {
  return bearer.kind === 'agent' ? bearer.job : null
}

function textsOf({ id, bearer, expires_at }: ShownToken): readonly string[] {
  const ends = expires_at ?? 'when revoked'
  if (bearer.kind === 'session') return [id, 'browser', bearer.person, '', ends]
  if (bearer.kind === 'service') return [id, 'service', harmless(bearer.name), bearer.tenant, ends]
  return [id, 'agent', harmless(bearer.agent), bearer.job ?? bearer.tenant, ends]
}

async function add(name: string, { service, tenant, job, until, json }: Options, io: Io): Promise<ExitCode> {
  const asked: GivenTo<'issue_token'> = {
    kind: service === true ? 'service' : 'agent',
    name,
    tenant: tenantIn(tenant),
    ...(job !== undefined && { job: await withDesk(io, (desk) => fullId.job(desk, job)) }),
    ...(until !== undefined && { expires_at: momentIn('--until', until, new Date()) }),
  }
  const made = await (await serverFor(io)).call('issue_token', asked)
  const { secret } = made
  const next = `It is shown this once. Give it to the ${asked.kind} as LEEWAY_TOKEN.`
  showSecret({ secret, whole: { ...made.token, secret }, next }, json, io)
  return EXIT.fine
}

async function revoke(id: string, io: Io): Promise<ExitCode> {
  refuseNoId(id, 'token')
  const server = await serverFor(io)
  const all = (after: string | undefined) => pageOfTokens(server, after)
  const valid = async (after: string | undefined) => {
    const { rows, next } = await all(after)
    return { rows: rows.filter(isValid), next }
  }
  const next = 'See them: leeway tokens'
  const token = await meantId(id, { what: 'token', id: TokenId, lists: [valid, all], next })
  await server.call('revoke_token', { token })
  io.stdout.write('It is worth nothing from now on.\n')
  return EXIT.fine
}
