import type { GivenTo } from '../../api/operations.ts'
import type { ShownPasskey } from '../../api/views.ts'
import type { ApiClient } from '../../client/api-client.ts'
import { AppError } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'
import { PasskeyId } from '../../model/ids.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { meantId, refuseNoId } from '../person/meant-id.ts'
import { personIn } from '../person/person-in.ts'
import { askLine, isTerminal } from '../person/terminal.ts'
import { serverFor } from '../person/with-server.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { drawTable } from '../text/table.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = { person: { type: 'string' }, json: { type: 'boolean' } } as const

const WHERE = 'Add one in the browser, in the settings.'

/** `leeway passkeys`: what proves in a browser that it is you. */
export const command: Command = {
  help: `leeway passkeys [--person NAME] [--json]
leeway passkeys remove PASSKEY [--person NAME]

Lists and removes passkeys. In a browser a passkey proves that it is you, for what can not be undone. A passkey is
added in the browser, in the settings, because it is a key on one of your devices. To remove your own takes your
passphrase, or a proof in the browser; an administrator may remove somebody else's. The server has to be running:
leeway up.

  --person     whose; your own when left out

Example:  leeway passkeys`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, { options: OPTIONS, allowPositionals: true })
    const [verb, id, ...more] = positionals
    const whose = values.person === undefined ? {} : { person: personIn(values.person) }
    if (verb === undefined) return list(whose, values.json === true, io)
    if (verb !== 'remove') throw wrongCall(`leeway passkeys takes "remove", or nothing. ${WHERE}`)
    if (id === undefined) throw wrongCall('Which one? leeway passkeys remove PASSKEY')
    if (more.length > 0) throw wrongCall(`That is too much: ${more.join(' ')}.`)
    return remove(id, whose, io)
  },
}

async function list(whose: GivenTo<'list_passkeys'>, isJson: boolean, io: Io): Promise<ExitCode> {
  const { rows } = await (await serverFor(io)).call('list_passkeys', whose)
  if (isJson) io.stdout.write(`${jsonText({ rows })}\n`)
  else if (rows.length === 0) io.stdout.write(`There are no passkeys. ${WHERE}\n`)
  else io.stdout.write(`${drawTable({ head: HEAD, rows: rows.map(cellsOf) }, pageOf(io))}\n`)
  return EXIT.fine
}

const HEAD = ['passkey', 'name', 'works at', 'added', 'last used']

function cellsOf({ id, name, rp_id, registered_at, used_at }: ShownPasskey) {
  return [id, harmless(name), harmless(rp_id), registered_at, used_at ?? 'never'].map((text, column) => ({
    text,
    isWhole: column === 0,
  }))
}

async function remove(id: string, whose: GivenTo<'list_passkeys'>, io: Io): Promise<ExitCode> {
  refuseNoId(id, 'passkey')
  const server = await serverFor(io)
  const all = async () => ({ rows: (await server.call('list_passkeys', whose)).rows, next: null })
  const next = 'See them: leeway passkeys'
  const named = { passkey: await meantId(id, { what: 'passkey', id: PasskeyId, lists: [all], next }), ...whose }
  await server.call('remove_passkey', named).catch((error: unknown) => removeProved(server, { named, error }, io))
  io.stdout.write('It is worth nothing from now on.\n')
  return EXIT.fine
}

interface Refused {
  readonly named: GivenTo<'remove_passkey'>
  readonly error: unknown
}

/** One's own is asked for with a proof, where somebody is there to give it. */
async function removeProved(server: ApiClient, { named, error }: Refused, io: Io): Promise<void> {
  if (!(error instanceof AppError) || error.code !== 'step_up_needed' || !isTerminal(io)) throw error
  const passphrase = await askLine(io, 'Your passphrase:', { secret: true })
  await server.call('remove_passkey', { ...named, passphrase })
}
