import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { fullId } from '../person/full-id.ts'
import { reasonIn } from '../person/reason-in.ts'
import { withDesk } from '../person/with-desk.ts'
import { jsonText } from '../text/json-text.ts'

const OPTIONS = { reason: { type: 'string' }, json: { type: 'boolean' } } as const

/** `leeway resume`: let a stopped job go on. */
export const command: Command = {
  help: `leeway resume JOB --reason WHY [--json]

Lets a job go on that the policy has stopped, or that was parked because nobody answered in time. The gate that stopped
it lets the same work pass once, in your name; no action runs because of it.

Example:  leeway resume job_k2 --reason "the error is understood"`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, { options: OPTIONS, allowPositionals: true })
    const { id, reason } = reasonIn('resume', positionals, values)
    return withDesk(io, async (desk) => {
      const job = await fullId.job(desk, id)
      await desk.resume(job, reason)
      io.stdout.write(values.json === true ? `${jsonText({ job, resumed: true })}\n` : `${job} may go on.\n`)
      return EXIT.fine
    })
  },
}
