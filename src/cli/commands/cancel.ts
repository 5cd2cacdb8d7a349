import { harmless } from '../../model/harmless.ts'
import type { Job } from '../../model/job.ts'
import { shellWord } from '../../model/shell-word.ts'
import { isStanding } from '../../model/standing-key.ts'
import { type Command, EXIT } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { fullId } from '../person/full-id.ts'
import { reasonIn } from '../person/reason-in.ts'
import { withDesk } from '../person/with-desk.ts'
import { jsonText } from '../text/json-text.ts'
import { tellSpelled } from '../text/tell.ts'

const OPTIONS = { reason: { type: 'string' }, json: { type: 'boolean' } } as const

/** `leeway cancel`: call a job off. */
export const command: Command = {
  help: `leeway cancel JOB --reason WHY [--json]

Calls a job off, with everything that works for it. What is held in them is closed, and nothing of them runs any more.
An agent whose standing job it was can be started again, as a new job; the kill switch keeps it away.

Example:  leeway cancel job_k2 --reason "no longer needed"`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, { options: OPTIONS, allowPositionals: true })
    const { id, reason } = reasonIn('cancel', positionals, values)
    return withDesk(io, async (desk) => {
      const job = await fullId.job(desk, id)
      await desk.cancel(job, reason)
      if (values.json === true) io.stdout.write(`${jsonText({ job, cancelled: true })}\n`)
      else {
        const again = startedAgain((await desk.job(job)).job)
        tellSpelled(io.stdout, `${job} is cancelled, and so is everything below it.${again}`, io)
      }
      return EXIT.fine
    })
  },
}

/** Whoever calls off all that an agent does has to know that it may come back, and what keeps it away. */
function startedAgain(job: Job): string {
  if (!isStanding(job)) return ''
  // Agents choose their names. What would act on the terminal is no command that anybody could paste.
  const name = harmless(job.agent) === job.agent ? shellWord(job.agent) : 'NAME'
  return `\n${harmless(job.agent)} may be started again, as a new job that asks anew. To keep it away:  leeway kill-switch on --agent ${name} --reason WHY`
}
