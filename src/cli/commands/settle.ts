import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { fullId } from '../person/full-id.ts'
import { jsonIn } from '../person/json-in.ts'
import { reasonIn } from '../person/reason-in.ts'
import { withDesk } from '../person/with-desk.ts'
import { jsonText } from '../text/json-text.ts'
import { wrongCall } from '../wrong-call.ts'

const OPTIONS = {
  succeeded: { type: 'boolean' },
  failed: { type: 'boolean' },
  result: { type: 'string' },
  'result-file': { type: 'string' },
  reason: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** `leeway settle`: say what became of an action, when nobody else can. */
export const command: Command = {
  help: `leeway settle ATTEMPT --succeeded [--result JSON | --result-file FILE] --reason WHY [--json]
leeway settle ATTEMPT --failed --reason WHY [--json]

A process ended while an action ran, and nobody knows whether it happened. Find out in the world, and say it here; the
job goes on then. \`leeway jobs\` lists what is in doubt.

  --result        what the action would have returned, as JSON: the agent is given it when it asks again
  --result-file   the same from a file, \`-\` for standard input

Example:  leeway settle att_9c --succeeded --reason "the mail is in the outbox"`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, { options: OPTIONS, allowPositionals: true })
    if ((values.succeeded === true) === (values.failed === true)) throw wrongCall('Say --succeeded or --failed.')
    const { id, reason } = reasonIn('settle', positionals, values)
    const status = values.succeeded === true ? 'succeeded' : 'failed'
    const value = isGiven(values) ? await jsonIn('result', values, io) : undefined
    if (value !== undefined && status === 'failed') throw wrongCall('Only what succeeded has a result.')
    return withDesk(io, async (desk) => {
      const attempt = await fullId.attempt(desk, id)
      await desk.settle(attempt, { status, reason, value })
      const given = status === 'failed' ? '' : value === undefined ? NO_RESULT : ' The agent is given your result.'
      const text = `${attempt} is settled: it ${status}.${given}`
      io.stdout.write(`${values.json === true ? jsonText({ attempt, status, result: value }) : text}\n`)
      return EXIT.fine
    })
  },
}

const NO_RESULT = ' You gave no --result, so the agent gets none (undefined).'

function isGiven(values: {
  readonly result?: string | undefined
  readonly 'result-file'?: string | undefined
}): boolean {
  return values.result !== undefined || values['result-file'] !== undefined
}
