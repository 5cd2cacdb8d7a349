import type { Desk, ShownPerson } from '../../compose.ts'
import { harmless } from '../../model/harmless.ts'
import type { PersonId, TenantId } from '../../model/ids.ts'
import { ROLES } from '../../model/person.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { knownName } from '../known-name.ts'
import { parseOptions } from '../parse-options.ts'
import { cursorIn, drawNext, limitIn, PAGING } from '../person/paging.ts'
import { personIn } from '../person/person-in.ts'
import { tenantIn } from '../person/tenant-in.ts'
import { withDesk } from '../person/with-desk.ts'
import { age } from '../text/age.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { spelled } from '../text/spelled.ts'
import { drawTable } from '../text/table.ts'
import { tell } from '../text/tell.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = {
  role: { type: 'string' },
  tenant: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  ...PAGING,
} as const

type Options = ReturnType<typeof parse>['values']

/** `leeway people`: who may look and decide here. */
export const command: Command = {
  help: `leeway people [--limit N] [--after PLACE] [--json]
leeway people add NAME [--role viewer | reviewer | admin] [--tenant ID …]
leeway people renew NAME
leeway people revoke NAME

Lists who may look and decide, in the order in which they came. \`add\` lets somebody in, as a reviewer of every tenant
when nothing else is said, and prints a token to hand over: they put it into a file and say
\`leeway login --token-file FILE\`, which exchanges it for one of their own. Until then, whoever has it is that person.
\`renew\` does the same for somebody who lost theirs, or was let go. \`revoke\` makes a token worthless, and open votes
no longer count.

Example:  leeway people add ben --role reviewer > token-for-ben`,
  run: async (args, io) => {
    const { values, positionals } = parse(args)
    const [verb = 'list', name, another] = positionals
    const doing = knownName('way to call people', verb, ['list', 'add', 'renew', 'revoke'] as const)
    if (another !== undefined) throw wrongCall('Name one person, not several.')
    if (doing === 'list') return withDesk(io, (desk) => list(desk, values, io))
    if (name === undefined) throw wrongCall(`Whom? leeway people ${doing} NAME`)
    const person = personIn(name)
    return withDesk(io, (desk) => ACTIONS[doing](desk, person, { values, io }))
  },
}

interface Call {
  readonly values: Options
  readonly io: Io
}

const ACTIONS = {
  add: async (desk: Desk, id: PersonId, { values, io }: Call): Promise<ExitCode> => {
    const role = knownName('role', values.role ?? 'reviewer', ROLES)
    const token = await desk.addPerson({ id, role, tenants: tenantsIn(values) })
    return handOver(io, { id, token, values })
  },
  renew: async (desk: Desk, id: PersonId, { values, io }: Call): Promise<ExitCode> =>
    handOver(io, { id, token: await desk.renewToken(id), values }),
  revoke: async (desk: Desk, id: PersonId, { io }: Call): Promise<ExitCode> => {
    await desk.revokePerson(id)
    io.stdout.write(`${id} may not decide here any more.\n`)
    return EXIT.fine
  },
}

/** The token alone goes to standard output, so that it can be sent to a file without being seen. */
function handOver(io: Io, { id, token, values }: { id: PersonId; token: string; values: Options }): ExitCode {
  io.stdout.write(values.json === true ? `${jsonText({ person: id, token })}\n` : `${token}\n`)
  tell(
    io.stderr,
    `Whoever has this token is ${id}, until ${id} signs in with it, which exchanges it for one of their own. They put it into a file and say: ${spelled('leeway login', io)} --token-file FILE`,
  )
  return EXIT.fine
}

function tenantsIn({ tenant }: Options): '*' | readonly TenantId[] {
  if (tenant === undefined || tenant.includes('*')) return '*'
  return tenant.map((id) => tenantIn(id))
}

async function list(desk: Desk, values: Options, io: Io): Promise<ExitCode> {
  const people = await desk.people({ limit: limitIn(values), after: cursorIn(values) })
  if (values.json === true) io.stdout.write(`${jsonText(people)}\n`)
  else {
    const now = new Date()
    const { id: me } = await desk.me()
    const head = ['name', 'role', 'tenants', 'passphrase', 'joined']
    const rows = people.rows.map((person) => rowOf(person, person.id === me, now))
    const page = pageOf(io)
    const lines = [drawTable({ head, rows }, page), ...drawNext(people.next, 'leeway people', page)]
    io.stdout.write(`${lines.join('\n')}\n`)
  }
  return EXIT.fine
}

function rowOf(person: ShownPerson, isMe: boolean, now: Date) {
  const { id, role, tenants, has_passphrase, enrolled_at, revoked_at } = person
  const gone = revoked_at === null ? '' : ` (revoked ${age(revoked_at, now)} ago)`
  return [
    { text: harmless(`${id}${isMe ? ' (you)' : ''}${gone}`), format: revoked_at === null ? 'bold' : 'dim' } as const,
    { text: role },
    { text: tenants === '*' ? 'all' : harmless(tenants.join(', ')) },
    { text: has_passphrase ? 'set' : 'none' },
    { text: `${age(enrolled_at, now)} ago` },
  ]
}

function parse(args: readonly string[]) {
  return parseOptions(args, { options: OPTIONS, allowPositionals: true })
}
