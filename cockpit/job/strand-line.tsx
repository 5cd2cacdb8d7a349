import { useState } from 'react'
import { inShort } from '../parts/time.tsx'
import { askedIn } from './asked-and-came.ts'
import { EventLine } from './event-line.tsx'
import { type StrandState, strandState } from './strand-state.ts'
import type { Strand } from './strands.ts'

interface Props {
  readonly strand: Strand
  /** Whose job it is. */
  readonly agent: string
  /** When the job began. */
  readonly since: string
  readonly now: number
}

const SHOWN = 8

/** What belongs together: how it began and how it stands, and below that what became of it. */
export function StrandLine({ strand, agent, since, now }: Props) {
  const [isWhole, setWhole] = useState(false)
  const [first, ...rest] = strand
  const hidden = isWhole ? 0 : Math.max(0, rest.length - SHOWN)
  return (
    <EventLine event={first} agent={agent} since={since} standing={<Standing strand={strand} now={now} />}>
      {rest.length > 0 && (
        <ol className="strand">
          {hidden > 0 && (
            <li>
              <button type="button" className="button quiet" onClick={() => setWhole(true)}>
                Show {hidden} more of it
              </button>
            </li>
          )}
          {rest.slice(hidden).map((event, index) => (
            <EventLine key={event.seq} {...{ event, agent, since }} shown={shownAbove(strand, hidden + index + 1)} />
          ))}
        </ol>
      )}
    </EventLine>
  )
}

/** What was asked last in the strand before an entry, which need not be shown again. */
function shownAbove(strand: Strand, at: number): string | undefined {
  return strand
    .slice(0, at)
    .map((event) => askedIn(event)?.hash)
    .findLast((hash) => hash !== undefined)
}

const TONES: Readonly<Record<StrandState['is'], string>> = { pending: 'ask', failed: 'deny', settled: 'allow' }

/** How it stands, where that is not what its first entry says. */
function Standing({ strand, now }: Pick<Props, 'strand' | 'now'>) {
  const state = strandState(strand)
  const last = strand.at(-1) ?? strand[0]
  const isSaid = state?.is !== 'pending' && state?.word === strandState([strand[0]])?.word
  if (state === undefined || isSaid) return null
  const ms = (state.is === 'pending' ? now : Date.parse(last.at)) - Date.parse(strand[0].at)
  return (
    <span className="standing">
      <span className={`chip ${TONES[state.is]}`}>{state.word}</span>
      {ms >= 1000 && <span className="small dim">{` ${state.is === 'pending' ? 'for' : 'took'} ${inShort(ms)}`}</span>}
    </span>
  )
}
