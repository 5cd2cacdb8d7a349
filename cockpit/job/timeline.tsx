import { useState } from 'react'
import type { LogEvent } from '../data/use-job.ts'
import { EventLine } from './event-line.tsx'
import { decisionIn, isTrouble } from './event-text.ts'

const SHOWN = 200

const FILTERS = {
  all: { name: 'Everything', fits: () => true },
  decisions: { name: 'Decisions', fits: (event: LogEvent) => decisionIn(event) !== undefined },
  trouble: { name: 'Held and failed', fits: isTrouble },
} as const
type Filter = keyof typeof FILTERS

/** What happened in a job as it happens; it can be narrowed, and held still to be read. */
export function Timeline({ events, since }: { readonly events: readonly LogEvent[]; readonly since: string }) {
  const [filter, setFilter] = useState<Filter>('all')
  const [paused, setPaused] = useState<readonly LogEvent[]>()
  const [shown, setShown] = useState(SHOWN)
  const fitting = (paused ?? events).filter(FILTERS[filter].fits)
  const hidden = Math.max(0, fitting.length - shown)
  const behind = paused === undefined ? 0 : events.length - paused.length
  return (
    <section aria-labelledby="timeline">
      <div className="section-head">
        <h2 id="timeline">Timeline</h2>
        <div className="segments" role="group" aria-label="What is shown">
          {Object.entries(FILTERS).map(([key, { name }]) => (
            <button key={key} type="button" aria-pressed={filter === key} onClick={() => setFilter(key as Filter)}>
              {name}
            </button>
          ))}
        </div>
        <button
          type="button"
          className="button"
          aria-pressed={paused !== undefined}
          onClick={() => setPaused(paused === undefined ? events : undefined)}
        >
          {paused === undefined ? 'Pause updates' : `Go on${behind > 0 ? ` (${behind} new)` : ''}`}
        </button>
      </div>
      {hidden > 0 && (
        <button type="button" className="button quiet" onClick={() => setShown(shown + SHOWN)}>
          Show earlier entries ({hidden})
        </button>
      )}
      <ol className="timeline">
        {fitting.slice(hidden).map((event) => (
          <EventLine key={event.seq} event={event} since={since} />
        ))}
      </ol>
      {fitting.length === 0 && <p className="dim">Nothing of that kind has happened.</p>}
    </section>
  )
}
