import type { OutputOf } from '../../src/api/operations.ts'
import { Clock } from '../parts/time.tsx'

type LogEvent = OutputOf<'list_events'>['rows'][number]

/** One entry of the log. */
export function EventLine({ event }: { readonly event: LogEvent }) {
  return (
    <li>
      <Clock at={event.at} /> {event.type.replaceAll('_', ' ')} {event.actor.id}
    </li>
  )
}
