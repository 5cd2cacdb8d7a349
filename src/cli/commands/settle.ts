import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { fullId } from '../person/full-id.ts'
import { reasonIn } from '../person/reason-in.ts'
import { withDesk } from '../person/with-desk.ts'
import { jsonText } from '../text/json-text.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = {
  succeeded: { type: 'boolean' },
  failed: { type: 'boolean' },
  reason: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** `leeway settle`: say what became of an action, when nobody else can. */
export const command: Command = {
  help: `leeway settle ATTEMPT --succeeded | --failed --reason WHY [--json]

A process ended while an action ran, and nobody knows whether it happened. Find out in the world, and say it here; the
job goes on then. \`leeway jobs\` lists what is in doubt.

Example:  leeway settle att_9c --succeeded --reason "the mail is in the outbox"`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, { options: OPTIONS, allowPositionals: true })
    if ((values.succeeded === true) === (values.failed === true)) throw wrongCall('Say --succeeded or --failed.')
    const { id, reason } = reasonIn('settle', positionals, values)
    const status = values.succeeded === true ? 'succeeded' : 'failed'
    return withDesk(io, async (desk) => {
      const attempt = await fullId.attempt(desk, id)
      await desk.settle(attempt, status, reason)
      io.stdout.write(
        values.json === true ? `${jsonText({ attempt, status })}\n` : `${attempt} is settled: it ${status}.\n`,
      )
      return EXIT.fine
    })
  },
}
