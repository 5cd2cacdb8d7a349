import type { Desk, Halt } from '../../compose.ts'
import { haltedName, haltsOf } from '../../model/halts.ts'
import { harmless } from '../../model/harmless.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { knownName } from '../known-name.ts'
import { parseOptions } from '../parse-options.ts'
import { warnNotHalted, warnUnseen } from '../person/warn-unseen.ts'
import { withDesk } from '../person/with-desk.ts'
import { age } from '../text/age.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { drawTable } from '../text/table.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = {
  all: { type: 'boolean' },
  agent: { type: 'string' },
  tenant: { type: 'string' },
  reason: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Options = ReturnType<typeof parse>['values']

/** `leeway kill-switch`: halt at once. */
export const command: Command = {
  help: `leeway kill-switch [--json]
leeway kill-switch on --all | --agent NAME | --tenant ID --reason WHY
leeway kill-switch off --all | --agent NAME | --tenant ID --reason WHY

Halts everything, one agent or one tenant at its next gate, and whatever works for it. Anybody who decides may throw it;
only an administrator lets go on. Without an argument it shows what is halted. A name that nobody has seen yet is
halted as well, with a warning: it may be a slip, or be meant for what is yet to come.

Example:  leeway kill-switch on --agent mailer --reason "it writes to the wrong people"`,
  run: async (args, io) => {
    const { values, positionals } = parse(args)
    const [verb, another] = positionals
    if (another !== undefined) throw wrongCall('Say on or off, and nothing more.')
    if (verb === undefined) return withDesk(io, (desk) => show(desk, values, io))
    const on = knownName('position', verb, ['on', 'off'] as const) === 'on'
    const halt = haltIn(values)
    const reason = values.reason?.trim()
    if (!reason) throw wrongCall('Say why: --reason WHY')
    return withDesk(io, async (desk) => {
      const before = await desk.killSwitch()
      await desk.setKillSwitch(halt, on, reason)
      // Only then is there time for words.
      if (on) await warnUnseen(desk, halt, io)
      else warnNotHalted(before, halt, io)
      return show(desk, values, io)
    })
  },
}

function haltIn({ all, agent, tenant }: Options): Halt {
  const named: Halt[] = [
    ...(all === true ? [{ of: 'all' } as const] : []),
    ...(agent === undefined ? [] : [{ of: 'agent', agent } as const]),
    ...(tenant === undefined ? [] : [{ of: 'tenant', tenant } as const]),
  ]
  const [halt, another] = named
  if (halt === undefined || another !== undefined) throw wrongCall('Say one of --all, --agent NAME, --tenant ID.')
  return halt
}

async function show(desk: Desk, { json }: Options, io: Io): Promise<ExitCode> {
  const halted = await desk.killSwitch()
  const halts = haltsOf(halted)
  if (json === true) io.stdout.write(`${jsonText(halted)}\n`)
  else if (halts.length === 0) io.stdout.write('Nothing is halted.\n')
  else {
    const now = new Date()
    const cells = halts.map(({ by, at, reason, ...what }) => [
      { text: `✗ ${harmless(haltedName(what))}`, format: ['bold', 'red'] as const },
      { text: `${harmless(by)}, ${age(at, now)} ago` },
      { text: harmless(reason) },
    ])
    io.stdout.write(`${drawTable({ head: ['halted', 'by', 'why'], rows: cells }, pageOf(io))}\n`)
  }
  return EXIT.fine
}

function parse(args: readonly string[]) {
  return parseOptions(args, { options: OPTIONS, allowPositionals: true })
}
