import { getRouteApi } from '@tanstack/react-router'
import type { JobView } from '../../src/api/views.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { documentWaits } from '../../src/model/document-waits.ts'
import { isNowhere } from '../data/error-text.ts'
import { useJob, useJobEvents } from '../data/use-job.ts'
import { useHaltOver } from '../data/use-kill-switch.ts'
import { useRefused } from '../data/use-refused.ts'
import { Documents } from '../documents/documents.tsx'
import { Halts } from '../halt/halts.tsx'
import { AgentSays } from '../parts/agent-says.tsx'
import { Failed } from '../parts/failed.tsx'
import { Visible } from '../parts/visible.tsx'
import { PolicyNamed } from '../policies/policy-named.tsx'
import { NoSuchPage } from '../shell/no-such-page.tsx'
import { Family } from './family.tsx'
import { JobHead } from './job-head.tsx'
import { NeedsPerson } from './needs-person.tsx'
import { Refused } from './refused.tsx'
import { Timeline } from './timeline.tsx'

const route = getRouteApi('/jobs/$job')

const NONE: readonly Checkpoint[] = []

/** One job: where it stands, what needs a person in it, and all that happened. */
export function JobPage() {
  const { job } = route.useParams()
  const read = useJob(job)
  const { data: view, error } = read
  const events = useJobEvents(job)
  const refused = useRefused(job).get(job) ?? NONE
  if (isNowhere(error)) return <NoSuchPage />
  if (error !== null) return <Failed reads={[read]} />
  if (view === undefined) return <p className="dim">Looking…</p>
  return (
    <div className="job">
      <div className="review-main">
        <JobHead view={view} refused={refused} />
        <Halted view={view} />
        <NeedsPerson view={view} />
        <Refused checkpoints={refused} />
        <Documents job={view.job.id} isOpen={view.job.ended_at === null} waits={documentWaits(view.job)} />
        <Timeline events={events} job={view.job} />
      </div>
      <aside className="job-side" aria-label="About the job">
        <Facts view={view} />
        <Family view={view} />
      </aside>
    </div>
  )
}

/** What keeps the job from going on: a kill switch, with the way to lift it, or what it works for. */
function Halted({ view: { job, ancestors, halted } }: { readonly view: JobView }) {
  const halt = useHaltOver([...ancestors, job])
  if (job.ended_at !== null) return null
  if (halt !== undefined) return <Halts halts={[halt]} />
  if (halted === null) return null
  return (
    <p className="notice deny">
      <Visible text={halted} />
    </p>
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
          <Visible text={[job.started_by.id, ...(job.joined_by ?? [])].join(', ')} />
        </dd>
        {job.program !== null && (
          <>
            <dt>Program</dt>
            <dd>
              <Visible text={`${job.program.name} ${job.program.version}`} />
            </dd>
          </>
        )}
        <dt>Policy</dt>
        <dd title="What holds at this moment, its ancestors included">
          <PolicyNamed job={job.id} digest={effective_policy} />
        </dd>
      </dl>
      {job.input !== null && <Input of={job.input} />}
    </>
  )
}

const LONG = 400

/** What the job was given, laid out; folded where it is long. */
function Input({ of }: { readonly of: unknown }) {
  const text = JSON.stringify(of, null, 2)
  return (
    <details className="job-input" open={text.length <= LONG}>
      <summary>Input</summary>
      <pre className="exact">
        <Visible text={text} />
      </pre>
    </details>
  )
}
