import type { OutputOf } from '../../api/operations.ts'
import { AppError } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'
import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { personIn } from '../person/person-in.ts'
import { purposeText } from '../person/purpose-text.ts'
import { askLine, isTerminal } from '../person/terminal.ts'
import { serverFor } from '../person/with-server.ts'
import { jsonText } from '../text/json-text.ts'
import { type Page, pageOf } from '../text/page.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = { person: { type: 'string' }, json: { type: 'boolean' } } as const

const NONE = { message: 'You have set no passphrase yet.' }

type Row = OutputOf<'read_codes'>['rows'][number]

/** `leeway code`: read what a browser waits for. */
export const command: Command = {
  help: `leeway code [--person NAME] [--json]

Shows the codes that your browser waits for, after your passphrase. In the browser you ask for a code before something
that can not be undone, and before you add or remove a passkey; read here what each is for, and type it there. A code is
good once, for five minutes from when the browser asked; reading again makes new ones. The server has to be running:
leeway up.

  --person     as an administrator, somebody else's code to add a passkey: tell it to nobody but them

Example:  leeway code`,
  run: async (args, io) => {
    const { values } = parseOptions(args, { options: OPTIONS })
    if (!isTerminal(io)) throw wrongCall('Codes are read in a terminal, where you type your passphrase.')
    const whose = values.person === undefined ? {} : { person: personIn(values.person) }
    const server = await serverFor(io)
    // Whoever has none is told so before they are asked for it.
    if ((await server.call('read_me', {})).person?.has_passphrase === false)
      throw new AppError('step_up_needed', [], NONE)
    const passphrase = await askLine(io, 'Your passphrase:', { secret: true })
    const { rows } = await server.call('read_codes', { passphrase, ...whose })
    if (values.json === true) io.stdout.write(`${jsonText({ rows })}\n`)
    else
      io.stdout.write(
        `${rows.length === 0 ? nothing(values.person) : rows.map((row) => drawn(row, pageOf(io))).join('\n')}\n`,
      )
    return EXIT.fine
  },
}

function nothing(person: string | undefined): string {
  return person === undefined
    ? 'No browser of yours waits for a code. Ask for one there first.'
    : `No browser of ${harmless(person)} waits for a code to add a passkey. They ask for one in the settings.`
}

function drawn({ code, for: what, expires_at }: Row, page: Page): string {
  const { text, detail } = purposeText(what)
  const until = expires_at.slice(11, 19)
  return `${page.paint('bold', code)}  to ${text} ${page.paint('dim', `(${detail}once, until ${until} UTC)`)}`
}
