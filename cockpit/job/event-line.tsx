import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Decision } from '../../src/model/decision.ts'
import type { LogEvent } from '../data/use-job.ts'
import { AgentSays } from '../parts/agent-says.tsx'
import { AskedSentence, Name } from '../parts/asked-sentence.tsx'
import { wordsOf } from '../parts/local-times.ts'
import { Sign } from '../parts/sign.tsx'
import { Clock, inShort } from '../parts/time.tsx'
import { TraceTable } from '../parts/trace-table.tsx'
import { Visible } from '../parts/visible.tsx'
import { askedIn, askerIn, cameIn, gateIn, wordsIn } from './asked-and-came.ts'
import { AskedContent } from './asked-content.tsx'
import { CameOut } from './came-out.tsx'
import { decisionIn, eventText } from './event-text.ts'

interface Props {
  readonly event: LogEvent
  /** Whose job it is, where that is known. */
  readonly agent?: string | undefined
  /** When its job began. */
  readonly since?: string | undefined
  /** Hash of what was asked that stands right above already. */
  readonly shown?: string | undefined
  /** How all stands that begins with this entry. */
  readonly standing?: ReactNode
  /** What belongs to it and came later. */
  readonly children?: ReactNode
}

/** One entry of the log: when, who, what; what was asked and what came out, whole; a decision opens to its whole trace. */
export function EventLine({ event, agent, since, shown, standing, children }: Props) {
  const { said } = eventText(event)
  const decision = decisionIn(event)
  const asked = askedIn(event)
  const asker = askerIn(event) ?? agent ?? event.actor.id
  return (
    <li className="event" id={`event-${event.seq}`}>
      <span className="event-when">
        <Clock at={event.at} />
        {since !== undefined && <span className="dim"> +{inShort(Date.parse(event.at) - Date.parse(since))}</span>}
      </span>
      <div className="event-what">
        <p>
          <Sentence event={event} asker={asker} /> {decision && <Sign of={decision.verdict} />}
          {event.checkpoint !== null && event.type === 'checkpoint_opened' && (
            <>
              {' '}
              <Link to="/c/$checkpoint" params={{ checkpoint: event.checkpoint }}>
                open it
              </Link>
            </>
          )}
          {standing}
        </p>
        <AgentSays agent={asker} text={wordsIn(event)} />
        {said !== undefined && (
          <p className="event-said">
            <Visible text={wordsOf(event.actor, said)} />
          </p>
        )}
        {asked !== undefined && asked.hash !== shown && <AskedContent content={asked.content} />}
        {decision && <Why decision={decision} />}
        {cameIn(event).map((came) => (
          <CameOut key={came.as} came={came} />
        ))}
        {children}
      </div>
      <span className="event-seq dim">{event.seq}</span>
    </li>
  )
}

/** Why it was decided so; the trace is drawn when somebody opens it. */
function Why({ decision }: { readonly decision: Decision }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Visible text={decision.reason} />
      </summary>
      {isOpen && <TraceTable decision={decision} />}
    </details>
  )
}

/** Who did what. What an agent asked is told as it was where it was held, whoever put the question for it. */
function Sentence({ event, asker }: { readonly event: LogEvent; readonly asker: string }) {
  const gate = gateIn(event)
  const { text, name } = eventText(event)
  if (gate === undefined) {
    return (
      <>
        <Actor of={event} /> {text} {name !== undefined && <Name text={name} />}
      </>
    )
  }
  return (
    <>
      <AskedSentence agent={asker} gate={gate} tense="then" />
      {event.actor.id !== asker && (
        <span className="small dim">
          {' '}
          by way of <Actor of={event} />
        </span>
      )}
    </>
  )
}

function Actor({ of: { actor } }: { readonly of: LogEvent }) {
  return (
    <span className={`actor ${actor.kind}`}>
      <Visible text={actor.id} />
    </span>
  )
}
