import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { fullId } from '../person/full-id.ts'
import { reasonIn } from '../person/reason-in.ts'
import { withDesk } from '../person/with-desk.ts'
import { jsonText } from '../text/json-text.ts'

const OPTIONS = { reason: { type: 'string' }, json: { type: 'boolean' } } as const

/** `leeway cancel`: call a job off. */
export const command: Command = {
  help: `leeway cancel JOB --reason WHY [--json]

Calls a job off, with everything that works for it. What is held in them is closed, and nothing of them runs any more.

Example:  leeway cancel job_k2 --reason "no longer needed"`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, { options: OPTIONS, allowPositionals: true })
    const { id, reason } = reasonIn('cancel', positionals, values)
    return withDesk(io, async (desk) => {
      const job = await fullId.job(desk, id)
      await desk.cancel(job, reason)
      io.stdout.write(
        values.json === true
          ? `${jsonText({ job, cancelled: true })}\n`
          : `${job} is cancelled, and so is everything below it.\n`,
      )
      return EXIT.fine
    })
  },
}
