import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PullView } from '../../src/api/pull-views.ts'
import { api } from '../data/api.ts'
import { Name } from '../parts/asked-sentence.tsx'
import { Ago } from '../parts/time.tsx'
import { Prose } from '../parts/visible.tsx'
import { approvalsOf, closedBy, commitOf } from './outcome-of.ts'

interface Props {
  readonly view: PullView
}

/** What became of it: who approved it and when, in whose name it was merged, or who closed it and why. */
export function PullOutcome({ view }: Props) {
  if (view.pull.status === 'merged') return <Merged view={view} />
  return view.pull.status === 'closed' ? <Closed view={view} /> : null
}

function Merged({ view }: Props) {
  const { pull, checkpoint } = view
  const commit = commitOf(pull)
  const approvals = approvalsOf(view)
  const reason = approvals.length === 0 ? null : checkpoint?.resolution?.reason
  return (
    <div className="notice allow">
      <div>
        <p>
          <strong>Merged</strong> <When at={pull.ended_at} />
          {commit !== null && (
            <>
              as <code>{commit}</code>,{' '}
            </>
          )}
          {approvals.length > 0
            ? 'in the name of whoever approved it:'
            : 'in the name of the policy: it let the work pass, and nobody had to approve it.'}
        </p>
        {approvals.length > 0 && (
          <ul className="approvals">
            {approvals.map(({ by, at }) => (
              <li key={by}>
                <Name text={by} /> approved it
                {at !== undefined && (
                  <>
                    {' '}
                    <Ago at={at} word=" ago" />
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        {reason && <Words text={reason} />}
      </div>
    </div>
  )
}

function Closed({ view: { pull, checkpoint, job_status } }: Props) {
  const { data } = useQuery({
    queryKey: ['events', pull.job, 'pull_closed'],
    queryFn: async () => (await api.call('list_events', { job: pull.job, type: 'pull_closed', limit: 1000 })).rows,
  })
  const closed = closedBy(data ?? [], pull.id)
  return (
    <div className="notice deny">
      <div>
        <p>
          <strong>Closed</strong> <When at={pull.ended_at} />
          {closed !== undefined && (
            <>
              by <Name text={closed.by} />.{' '}
            </>
          )}
          {checkpoint?.status === 'approved' ? (
            <>
              It was approved, and closed with its job, which is {job_status}. Nothing of it is merged.{' '}
              <Link to="/jobs/$job" params={{ job: pull.job }}>
                See why
              </Link>
            </>
          ) : (
            'Nothing of it is merged.'
          )}
        </p>
        {closed !== undefined && closed.reason !== '' && <Words text={closed.reason} />}
      </div>
    </div>
  )
}

function When({ at }: { readonly at: string | null }) {
  if (at === null) return null
  return (
    <>
      <Ago at={at} word=" ago" />,{' '}
    </>
  )
}

function Words({ text }: { readonly text: string }) {
  return (
    <p className="words">
      <Prose text={text} />
    </p>
  )
}
