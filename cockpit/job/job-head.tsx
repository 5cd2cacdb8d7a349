import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import type { JobView } from '../../src/api/views.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { JobId } from '../../src/model/ids.ts'
import { jobPresence } from '../../src/model/presence-text.ts'
import { api } from '../data/api.ts'
import { useKillSwitch } from '../data/use-kill-switch.ts'
import { useMe, whyOnlyLooks } from '../data/use-me.ts'
import { HaltDialog } from '../halt/halt-dialog.tsx'
import { whyNoSwitch } from '../halt/why-no-switch.ts'
import { ActButton } from '../parts/act-button.tsx'
import { JobStatusChip } from '../parts/job-status.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { inShort, useNow } from '../parts/time.tsx'
import { Visible } from '../parts/visible.tsx'
import { useName } from '../shell/page-title.ts'

/** What the job is called, where it stands, and what a person can do with the whole of it. */
export function JobHead({
  view: { job, ancestors, presence },
  refused,
}: {
  readonly view: JobView
  /** What was refused in it, which its status does not tell. */
  readonly refused: readonly Checkpoint[]
}) {
  useName(job.title || job.id)
  const me = useMe()
  const now = useNow()
  const [asking, setAsking] = useState<'cancel' | 'resume'>()
  const isOver = job.ended_at !== null
  return (
    <header className="review-head">
      <p className="small dim job-line">
        {ancestors.map(({ id, title }) => (
          <Fragment key={id}>
            <Link to="/jobs/$job" params={{ job: id }}>
              <Visible text={title || id} />
            </Link>
            ›
          </Fragment>
        ))}
        <JobStatusChip status={job.status} presence={presence} refused={refused.length} />
        <span>{howLong(job, now)}</span>
      </p>
      <div className="section-head">
        <h1>
          <Visible text={job.title || job.id} />
        </h1>
        {job.status === 'stopped' && (
          <ActButton tone="primary" why={whyOnlyLooks(me)} onClick={() => setAsking('resume')}>
            Resume…
          </ActButton>
        )}
        {!isOver && <HaltAgent agent={job.agent} />}
        {!isOver && (
          <ActButton tone="danger" why={whyOnlyLooks(me)} onClick={() => setAsking('cancel')}>
            Cancel the job…
          </ActButton>
        )}
      </div>
      <Nobody status={job.status} presence={presence} now={now} />
      {job.waits_for !== undefined && <LeftFor reason={job.waits_for} />}
      {asking !== undefined && <Asking what={asking} job={job.id} onClose={() => setAsking(undefined)} />}
    </header>
  )
}

/** Halts the agent of the job, wherever else it works. */
function HaltAgent({ agent }: { readonly agent: string }) {
  const me = useMe()
  const halted = useKillSwitch()
  const [isAsking, setAsking] = useState(false)
  const scope = { of: 'agent', name: agent } as const
  // What is halted already stands below, with the way to lift it.
  if (halted !== undefined && Object.hasOwn(halted.agents, agent)) return null
  return (
    <>
      <ActButton why={whyNoSwitch(me, scope, true)} onClick={() => setAsking(true)}>
        Halt the agent…
      </ActButton>
      {isAsking && <HaltDialog scope={scope} on onClose={() => setAsking(false)} />}
    </>
  )
}

function howLong({ started_at, ended_at }: JobView['job'], now: number): string {
  const end = ended_at === null ? now : Date.parse(ended_at)
  return `${ended_at === null ? 'for' : 'took'} ${inShort(end - Date.parse(started_at))}`
}

/** A status says what a job does, not whether somebody is there to do it. */
function Nobody({ now, ...standing }: Parameters<typeof jobPresence>[0] & { readonly now: number }) {
  const text = jobPresence(standing, (at) => inShort(now - Date.parse(at)))
  return text === '' ? null : <p className="notice ask">{text}</p>
}

function LeftFor({ reason }: { readonly reason: string }) {
  return (
    <p className="notice ask">
      Its program was left for now: <Visible text={reason} /> It goes on when it is run again.
    </p>
  )
}

function Asking({
  what,
  job,
  onClose,
}: {
  readonly what: 'cancel' | 'resume'
  readonly job: JobId
  readonly onClose: () => void
}) {
  if (what === 'resume') {
    return (
      <ReasonDialog
        about={`resume ${job}`}
        title="Let it go on?"
        button="Resume"
        onSubmit={(reason) => api.call('resume_job', { job, reason })}
        onClose={onClose}
      />
    )
  }
  return (
    <ReasonDialog
      about={`cancel ${job}`}
      title="Cancel this job?"
      button="Cancel the job"
      isDanger
      onSubmit={(reason) => api.call('cancel_job', { job, reason })}
      onClose={onClose}
    >
      <p>It ends, with everything that works for it. What waits for a person is called off.</p>
    </ReasonDialog>
  )
}
