import { useMemo, useState } from 'react'
import type { Job } from '../../src/model/job.ts'
import type { LogEvent } from '../data/use-job.ts'
import { useNow } from '../parts/time.tsx'
import { EventLine } from './event-line.tsx'
import { StrandLine } from './strand-line.tsx'
import { type Strand, strandsOf } from './strands.ts'
import { FILTERS, type Filter, TimelineHead } from './timeline-head.tsx'

const SHOWN = 200

interface Props {
  readonly events: readonly LogEvent[]
  readonly job: Pick<Job, 'agent' | 'started_at'>
}

/** What happened in a job as it happens, by what belongs together or as it came; it can be narrowed, and held still to be read. */
export function Timeline({ events, job }: Props) {
  const { agent, started_at: since } = job
  const [filter, setFilter] = useState<Filter>('all')
  const [isTogether, setTogether] = useState(true)
  const [paused, setPaused] = useState<readonly LogEvent[]>()
  const [shown, setShown] = useState(SHOWN)
  const now = useNow()
  const seen = paused ?? events
  const strands = useMemo(() => strandsOf(seen), [seen])
  // What is open or failed is told by the whole strand, also where its entries stand by themselves.
  const fitting = strands.filter(FILTERS[filter].fits)
  const lines = isTogether ? fitting : inOrder(fitting)
  const hidden = Math.max(0, lines.length - shown)
  return (
    <section aria-labelledby="timeline">
      <TimelineHead
        {...{ filter, onFilter: setFilter, isTogether, onTogether: setTogether }}
        isPaused={paused !== undefined}
        behind={paused === undefined ? 0 : events.length - paused.length}
        onPause={(isPaused) => setPaused(isPaused ? events : undefined)}
      />
      {hidden > 0 && (
        <button type="button" className="button quiet" onClick={() => setShown(shown + SHOWN)}>
          Show earlier entries ({hidden})
        </button>
      )}
      <ol className="timeline">
        {lines
          .slice(hidden)
          .map((strand) =>
            isTogether ? (
              <StrandLine key={strand[0].seq} {...{ strand, agent, since, now }} />
            ) : (
              <EventLine key={strand[0].seq} event={strand[0]} agent={agent} since={since} />
            ),
          )}
      </ol>
      {lines.length === 0 && <p className="dim">Nothing of that kind has happened.</p>}
    </section>
  )
}

/** Every entry by itself, as it was written. */
function inOrder(strands: readonly Strand[]): readonly Strand[] {
  return strands
    .flat()
    .sort((a, b) => a.seq - b.seq)
    .map((event) => [event])
}
