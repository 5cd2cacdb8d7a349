import { Link } from '@tanstack/react-router'
import type { CheckpointView } from '../../src/api/views.ts'
import { whyNot } from '../checkpoint/why-not.ts'
import { useCheckpoint } from '../data/use-checkpoint.ts'
import { useMe } from '../data/use-me.ts'
import { AgentSays } from '../parts/agent-says.tsx'
import { AskedSentence } from '../parts/asked-sentence.tsx'
import { ContentView } from '../parts/content-view.tsx'
import { Enter } from '../parts/enter.tsx'
import { TraceTable } from '../parts/trace-table.tsx'
import { Value } from '../parts/value.tsx'

/** What lies under the cursor, complete enough to answer it. */
export function Preview({ id, onAnswer }: { readonly id: string; readonly onAnswer: (answer: Quick) => void }) {
  const { data: view } = useCheckpoint(id)
  if (view === undefined) return <aside className="preview" aria-label="Preview" />
  return (
    <aside className="preview" aria-label="Preview">
      <Shown view={view} />
      {view.checkpoint.status === 'pending' && <Buttons view={view} onAnswer={onAnswer} />}
    </aside>
  )
}

/** The answers that can be given from the list. */
export type Quick = 'approve' | 'reject'

function Shown({ view: { checkpoint, line } }: { readonly view: CheckpointView }) {
  const job = line.at(-1)
  return (
    <div className="preview-body">
      <header>
        <h2 className="preview-asked">
          <AskedSentence {...checkpoint} />
        </h2>
        <p className="small dim">
          {job && (
            <Link to="/jobs/$job" params={{ job: job.id }}>
              <Value of={job.title || job.id} />
            </Link>
          )}
        </p>
      </header>
      <p>
        <Value of={checkpoint.decision.reason} />
      </p>
      <TraceTable decision={checkpoint.decision} />
      <AgentSays agent={checkpoint.agent} text={checkpoint.title} />
      <ContentView content={checkpoint.content} />
    </div>
  )
}

function toPull(pull: string) {
  return { to: '/pulls/$pull', params: { pull } } as const
}

function Buttons({ view, onAnswer }: { readonly view: CheckpointView; readonly onAnswer: (answer: Quick) => void }) {
  const me = useMe()
  const noYes = whyNot(view, me, 'approve')
  const noNo = whyNot(view, me, 'reject')
  const { id, pull } = view.checkpoint
  const toCheckpoint = { to: '/c/$checkpoint', params: { checkpoint: id } } as const
  return (
    <footer className="preview-foot">
      {noYes !== null && <p className="said">{noYes}</p>}
      <Link {...(pull === undefined ? toCheckpoint : toPull(pull))} className="button">
        {pull === undefined ? 'Open' : 'Review the changes'} <Enter />
      </Link>
      <button type="button" className="button danger" disabled={noNo !== null} onClick={() => onAnswer('reject')}>
        Reject… <kbd aria-hidden>n</kbd>
      </button>
      <button type="button" className="button primary" disabled={noYes !== null} onClick={() => onAnswer('approve')}>
        Approve… <kbd aria-hidden>y</kbd>
      </button>
    </footer>
  )
}
