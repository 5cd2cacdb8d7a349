import type { Desk, JobView, LogEvent } from '../../compose.ts'
import type { JobId } from '../../model/ids.ts'
import { type Command, EXIT, type ExitCode, type Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { drawJob } from '../person/draw-job.ts'
import { fullId } from '../person/full-id.ts'
import { policyNames } from '../person/policy-name.ts'
import { refusedIn } from '../person/refused-in.ts'
import { findKept, withDesk } from '../person/with-desk.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { wrongCall } from '../wrong-call.ts'

const PAGE = 1000
const MOST_EVENTS = 5000

/** `leeway job show`: one job closely. */
export const command: Command = {
  help: `leeway job show ID [--json]

Tells everything of one job: what works for it and what it works for, what it waits for, the policy that really holds,
whether that has drifted, and what happened so far.

Example:  leeway job show job_k2`,
  run: async (args, io) => {
    const { values, positionals } = parseOptions(args, {
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [verb, id, another] = positionals
    if (verb !== 'show' || id === undefined || another !== undefined) throw wrongCall('Which job? leeway job show ID')
    return withDesk(io, async (desk) => show(desk, await fullId.job(desk, id), { io, json: values.json === true }))
  },
}

async function show(desk: Desk, id: JobId, { io, json }: { io: Io; json: boolean }): Promise<ExitCode> {
  const view: JobView = await desk.job(id)
  const events = await timeline(desk, id)
  const { rows: refused, hasMore: hasMoreRefused } = await refusedIn(desk, id)
  const documents = await desk.documents.list(id)
  const nameOf = await policyNames(findKept(io.folder) ?? io.folder, events)
  const drawn = json
    ? jsonText({ ...view, policy_name: nameOf(view.job.policy) ?? null, events })
    : drawJob(view, { events, refused, hasMoreRefused, documents }, { now: desk.now(), page: pageOf(io), nameOf })
  io.stdout.write(`${drawn}\n`)
  return EXIT.fine
}

async function timeline(desk: Desk, job: JobId): Promise<readonly LogEvent[]> {
  const events: LogEvent[] = []
  for (;;) {
    const page = await desk.events({ job, after: events.at(-1)?.seq, limit: PAGE })
    events.push(...page)
    if (page.length < PAGE || events.length >= MOST_EVENTS) return events
  }
}
