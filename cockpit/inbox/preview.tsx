import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { CheckpointView } from '../../src/api/views.ts'
import { whyNotHere } from '../checkpoint/why-not.ts'
import { useCheckpoint } from '../data/use-checkpoint.ts'
import { useMe } from '../data/use-me.ts'
import { ActButton } from '../parts/act-button.tsx'
import { AgentSays } from '../parts/agent-says.tsx'
import { AskedSentence } from '../parts/asked-sentence.tsx'
import { ContentView } from '../parts/content-view.tsx'
import { Enter } from '../parts/enter.tsx'
import { Reasons } from '../parts/reasons.tsx'
import { TraceTable } from '../parts/trace-table.tsx'
import { Value } from '../parts/value.tsx'
import { heldPlace } from './item-place.ts'

interface PreviewProps {
  readonly id: string
  readonly onAnswer: (answer: Quick) => void
}

/** What lies under the cursor, complete enough to answer it. */
export const Preview = memo(function Preview({ id, onAnswer }: PreviewProps) {
  const { data: view } = useCheckpoint(id)
  if (view === undefined) return <aside className="preview" aria-label="Preview" />
  return (
    <aside className="preview" aria-label="Preview">
      <Shown view={view} />
      {view.checkpoint.status === 'pending' && <Buttons view={view} onAnswer={onAnswer} />}
    </aside>
  )
})

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
      <Reasons decision={checkpoint.decision} />
      <TraceTable decision={checkpoint.decision} />
      <AgentSays agent={checkpoint.agent} text={checkpoint.title} />
      <ContentView content={checkpoint.content} />
    </div>
  )
}

function openWord(canAnswerHere: boolean, isWork: boolean): string {
  if (isWork) return 'Review the changes'
  return canAnswerHere ? 'Open' : 'Open to answer'
}

function Buttons({ view, onAnswer }: { readonly view: CheckpointView; readonly onAnswer: (answer: Quick) => void }) {
  const me = useMe()
  const { id, terms, pull } = view.checkpoint
  const [yes, no] = [terms.answers.includes('approve'), terms.answers.includes('reject')]
  const noYes = yes ? whyNotHere(view, me, 'approve') : null
  const noNo = no ? whyNotHere(view, me, 'reject') : null
  return (
    <footer className="preview-foot">
      {(noYes ?? noNo) !== null && <p className="said">{noYes ?? noNo}</p>}
      <Link {...heldPlace({ id, pull })} className={yes ? 'button' : 'button primary'}>
        {openWord(yes, pull !== undefined)} <Enter />
      </Link>
      {no && (
        <ActButton tone="danger" why={noNo} onClick={() => onAnswer('reject')}>
          Reject… <kbd aria-hidden>n</kbd>
        </ActButton>
      )}
      {yes && (
        <ActButton tone="primary" why={noYes} onClick={() => onAnswer('approve')}>
          Approve… <kbd aria-hidden>y</kbd>
        </ActButton>
      )}
    </footer>
  )
}
