import { Link } from '@tanstack/react-router'
import type { LogEvent } from '../data/use-job.ts'
import { localTimes } from '../parts/local-times.ts'
import { Sign } from '../parts/sign.tsx'
import { Clock, inShort } from '../parts/time.tsx'
import { TraceTable } from '../parts/trace-table.tsx'
import { ValueView } from '../parts/value-view.tsx'
import { Visible } from '../parts/visible.tsx'
import { decisionIn, eventText } from './event-text.ts'

/** One entry of the log: when, who, what; a decision opens to its whole trace. */
export function EventLine({ event, since }: { readonly event: LogEvent; readonly since?: string | undefined }) {
  const { text, said, given } = eventText(event)
  const decision = decisionIn(event)
  return (
    <li className="event" id={`event-${event.seq}`}>
      <span className="event-when">
        <Clock at={event.at} />
        {since !== undefined && <span className="dim"> +{inShort(Date.parse(event.at) - Date.parse(since))}</span>}
      </span>
      <div className="event-what">
        <p>
          <span className={`actor ${event.actor.kind}`}>
            <Visible text={event.actor.id} />
          </span>{' '}
          {text} {decision && <Sign of={decision.verdict} />}
          {event.checkpoint !== null && event.type === 'checkpoint_opened' && (
            <>
              {' '}
              <Link to="/c/$checkpoint" params={{ checkpoint: event.checkpoint }}>
                open it
              </Link>
            </>
          )}
        </p>
        {said !== undefined && (
          <p className="event-said">
            <Visible text={event.actor.kind === 'system' ? localTimes(said) : said} />
          </p>
        )}
        {given !== undefined && <ValueView name="response" value={given.value} />}
        {decision && (
          <details>
            <summary>
              <Visible text={decision.reason} />
            </summary>
            <TraceTable decision={decision} />
          </details>
        )}
      </div>
      <span className="event-seq dim">{event.seq}</span>
    </li>
  )
}
