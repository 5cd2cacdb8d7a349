import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import type { CheckpointView } from '../../src/api/views.ts'
import type { Resolution } from '../../src/model/checkpoint.ts'
import { grantsQuery } from '../grants/grants-query.ts'
import { reachText } from '../grants/reach-text.ts'
import { wordsOf } from '../parts/local-times.ts'
import { Ago, useNow } from '../parts/time.tsx'
import { ValueView } from '../parts/value-view.tsx'
import { Prose } from '../parts/visible.tsx'
import { byWhom } from './became-text.ts'

const TONES: Readonly<Record<string, string>> = { approved: 'allow', answered: 'allow', rejected: 'deny' }

interface Props extends Pick<CheckpointView, 'checkpoint'> {
  readonly notice: RefObject<HTMLDivElement | null>
}

/** What became of it, by whom, and all that the agent was told: words, a response, and what may pass again. */
export function Became({ checkpoint: { status, resolution, spent_at }, notice }: Props) {
  const by = byWhom(resolution)
  return (
    <div className={`notice ${TONES[status] ?? 'ask'}`} role="status" ref={notice} tabIndex={-1}>
      <div className="became-what">
        <p>
          <strong>It is {status}</strong>
          {by !== null && ` by ${by}`}
          {resolution !== null && (
            <>
              , <Ago at={resolution.at} word=" ago" />
            </>
          )}
          .
          {status === 'approved' &&
            (spent_at === null ? ' The agent has not run it yet.' : ' The agent has taken it up.')}
        </p>
        {resolution !== null && <Told {...resolution} />}
      </div>
    </div>
  )
}

function Told({ by, reason, value, grant }: Resolution) {
  return (
    <>
      {reason && (
        <p className="words">
          <Prose text={wordsOf(by, reason)} />
        </p>
      )}
      {value !== undefined && <ValueView name="response" value={value} />}
      {grant !== null && <GrantLeft id={grant} />}
    </>
  )
}

/** The grant that an approval left behind, and how far it still reaches where it is among those that are listed. */
function GrantLeft({ id }: { readonly id: string }) {
  const { data } = useQuery(grantsQuery)
  const now = useNow()
  const grant = data?.rows.find((row) => row.id === id)
  return (
    <p>
      It left a grant behind for the same call{grant === undefined ? '' : `: ${reachText(grant, now)}`}.{' '}
      <Link to="/grants">All grants</Link>
    </p>
  )
}
