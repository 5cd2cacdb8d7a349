import { getRouteApi } from '@tanstack/react-router'
import type { JobView } from '../../src/api/views.ts'
import { errorText, isNowhere } from '../data/error-text.ts'
import { useJob, useJobEvents } from '../data/use-job.ts'
import { AgentSays } from '../parts/agent-says.tsx'
import { Value } from '../parts/value.tsx'
import { Visible } from '../parts/visible.tsx'
import { NoSuchPage } from '../shell/no-such-page.tsx'
import { Family } from './family.tsx'
import { JobHead } from './job-head.tsx'
import { NeedsPerson } from './needs-person.tsx'
import { Timeline } from './timeline.tsx'

const route = getRouteApi('/jobs/$job')

/** One job: where it stands, what needs a person in it, and all that happened. */
export function JobPage() {
  const { job } = route.useParams()
  const { data: view, error } = useJob(job)
  const events = useJobEvents(job)
  if (isNowhere(error)) return <NoSuchPage />
  if (error !== null) return <p className="notice deny">{errorText(error)}</p>
  if (view === undefined) return <p className="dim">Looking…</p>
  return (
    <div className="job">
      <div className="review-main">
        <JobHead view={view} />
        {view.halted !== null && (
          <p className="notice deny">
            <Visible text={view.halted} />
          </p>
        )}
        <NeedsPerson view={view} />
        <Timeline events={events} since={view.job.started_at} />
      </div>
      <aside className="job-side" aria-label="About the job">
        <Facts view={view} />
        <Family view={view} />
      </aside>
    </div>
  )
}

function Facts({ view: { job, effective_policy } }: { readonly view: JobView }) {
  return (
    <>
      <AgentSays agent={job.agent} text={typeof job.outcome === 'string' ? job.outcome : ''} />
      <dl className="terms">
        <dt>Agent</dt>
        <dd>
          <Visible text={job.agent} />
        </dd>
        <dt>Started by</dt>
        <dd>
          <Visible text={job.started_by.id} />
        </dd>
        {job.program !== null && (
          <>
            <dt>Program</dt>
            <dd>
              <Visible text={`${job.program.name} ${job.program.version}`} />
            </dd>
          </>
        )}
        {job.input !== null && (
          <>
            <dt>Input</dt>
            <dd className="mono">
              <Value of={job.input} />
            </dd>
          </>
        )}
        <dt>Policy</dt>
        <dd className="mono hash" title="What holds at this moment, its ancestors included">
          <Visible text={effective_policy} />
        </dd>
      </dl>
    </>
  )
}
