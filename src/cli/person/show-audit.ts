import { nearest } from '../../model/nearest.ts'
import { quote } from '../../model/quote.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { fitText } from '../text/fit-text.ts'
import { jsonLine } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { wrongCall } from '../wrong-call.ts'
import { drawEvents } from './draw-events.ts'
import { ENTRY_TYPES } from './event-sentence.ts'
import { fullId } from './full-id.ts'
import { limitIn } from './paging.ts'
import type { AuditOptions } from './parse-audit.ts'
import { withDesk } from './with-desk.ts'

/** A page of the log. */
export async function showAudit(values: AuditOptions, io: Io): Promise<ExitCode> {
  const after = afterIn(values)
  const limit = limitIn(values, 100)
  refuseUnknownType(values)
  return withDesk(io, async (desk) => {
    const job = values.job === undefined ? undefined : await fullId.job(desk, values.job)
    const checkpoint = values.checkpoint === undefined ? undefined : await fullId.checkpoint(desk, values.checkpoint)
    const events = await desk.events({ job, checkpoint, type: values.type, after, limit })
    const page = pageOf(io)
    if (values.json === true) for (const event of events) io.stdout.write(`${jsonLine(event)}\n`)
    else if (events.length === 0) io.stdout.write('Nothing of that kind has happened.\n')
    else {
      const hint = `There may be more: leeway audit show${kept({ ...values, job, checkpoint })} --after ${events.at(-1)?.seq}`
      const more = events.length < limit ? [] : fitText(page.spell(hint), page.width)
      io.stdout.write(`${[drawEvents(events, page), ...more.map((line) => page.paint('dim', line))].join('\n')}\n`)
    }
    return EXIT.fine
  })
}

/** What was asked for is asked for on the next page, too. */
function kept(asked: { readonly [Name in 'job' | 'checkpoint' | 'type' | 'limit']?: string | undefined }): string {
  const { job, checkpoint, type, limit } = asked
  return Object.entries({ job, checkpoint, type, limit })
    .map(([name, value]) => (value === undefined ? '' : ` --${name} ${value}`))
    .join('')
}

/** All of them are named: nobody knows them by heart, and no other command lists them. */
function refuseUnknownType({ type }: AuditOptions): void {
  if (type === undefined || ENTRY_TYPES.includes(type)) return
  const meant = nearest(type, ENTRY_TYPES)
  const which = meant === undefined ? `Choose one of: ${ENTRY_TYPES.join(', ')}.` : `Did you mean ${quote(meant)}?`
  throw wrongCall(`There is no type of entry ${quote(type)}. ${which}`)
}

function afterIn({ after }: AuditOptions): number | undefined {
  if (after === undefined) return undefined
  const number = Number(after)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw wrongCall('--after is the number of an event.')
}
