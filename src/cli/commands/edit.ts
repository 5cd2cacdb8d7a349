import * as z from 'zod'
import type { Command } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { giveAnswer } from '../person/give-answer.ts'
import { jsonIn } from '../person/json-in.ts'
import { refuseBeforeInput } from '../person/refuse-unfit-answer.ts'
import { withDesk } from '../person/with-desk.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = {
  args: { type: 'string' },
  'args-file': { type: 'string' },
  reason: { type: 'string' },
  hash: { type: 'string' },
  json: { type: 'boolean' },
} as const

const Args = z.record(z.string(), z.unknown())

/** `leeway edit`: let it happen otherwise. */
export const command: Command = {
  help: `leeway edit ID --args JSON | --args-file FILE [--hash HASH] [--reason WHY] [--json]

Puts other arguments in the place of the agent's. The policy is asked again, earlier votes are void, and where duties
are separated somebody else has to approve what you wrote.

  --args        all arguments as a JSON object
  --args-file   the same from a file, \`-\` for standard input
  --hash        the content hash that you edited; without it you are shown the content, and asked in a terminal

Example:  leeway edit chk_x3 --args '{"to": "ann@example.org"}'`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, { options: OPTIONS, allowPositionals: true })
    const [, another] = positionals
    if (another !== undefined) throw wrongCall('Edit one checkpoint at a time.')
    const hashes = values.hash === undefined ? [] : [values.hash]
    return withDesk(io, async (desk) => {
      // Somebody may be about to type them.
      if (values.args === undefined && (values['args-file'] ?? '-') === '-')
        await refuseBeforeInput(desk, positionals, 'edit')
      const parsed = Args.safeParse(await jsonIn('args', values, io))
      if (!parsed.success) throw wrongCall('The arguments are a JSON object.')
      const review = { answer: 'edit', args: parsed.data, ...(values.reason && { reason: values.reason }) } as const
      return giveAnswer(desk, { command: 'edit', ids: positionals, hashes, json: values.json === true, review }, io)
    })
  },
}
