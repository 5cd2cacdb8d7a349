import { Link } from '@tanstack/react-router'
import { Fragment, type RefObject } from 'react'
import type { CheckpointView } from '../../src/api/views.ts'
import type { Presence } from '../../src/model/presence.ts'
import { backPresence, holdPresence, isAlone } from '../../src/model/presence-text.ts'
import { askedText } from '../parts/asked-parts.ts'
import { AskedSentence } from '../parts/asked-sentence.tsx'
import { DemoTag } from '../parts/demo-tag.tsx'
import { inShort, useNow } from '../parts/time.tsx'
import { Visible } from '../parts/visible.tsx'
import { useName } from '../shell/page-title.ts'
import { Became } from './became.tsx'
import { becameText } from './became-text.ts'

interface Props {
  readonly view: CheckpointView
  /** The agent has brought what is not shown yet. */
  readonly isOutdated: boolean
  /** Where it is told that it is over. */
  readonly notice: RefObject<HTMLDivElement | null>
}

/** What is asked, by which job for which jobs, and what became of it. */
export function ReviewHead({ view: { checkpoint, line, presence }, isOutdated, notice }: Props) {
  const became = becameText(checkpoint)
  const tense = became === '' ? 'now' : 'then'
  useName(`${askedText(checkpoint, tense)}${became === '' ? '' : `, ${became}`}`)
  return (
    <header className="review-head">
      <p className="small dim job-line">
        {/* Whoever works on it chose the words, which must not be taken for ours. */}
        Job{' '}
        {line.map(({ id, title }, index) => (
          <Fragment key={id}>
            {index > 0 && ' › '}
            <Link to="/jobs/$job" params={{ job: id }}>
              <Visible text={title || id} />
            </Link>
          </Fragment>
        ))}
        {checkpoint.demo && <DemoTag />}
        {checkpoint.terms.irreversible && <span className="chip deny">can’t be undone</span>}
      </p>
      <h1>
        <AskedSentence {...checkpoint} tense={tense} />
        {became !== '' && <span className="became">, {became}</span>}
      </h1>
      {checkpoint.pull !== undefined && (
        <p className="notice ask">
          <span>It is about the work of a phase. Review its changes before you answer.</span>
          <Link className="button" to="/pulls/$pull" params={{ pull: checkpoint.pull }}>
            Review the changes
          </Link>
        </p>
      )}
      {presence !== null && <Nobody presence={presence} isBack={checkpoint.sent_back} />}
      {checkpoint.status !== 'pending' && <Became checkpoint={checkpoint} notice={notice} />}
      {checkpoint.status === 'pending' && checkpoint.sent_back && !isOutdated && (
        <p className="notice ask">The work is with the agent, which has yet to bring its next revision.</p>
      )}
    </header>
  )
}

/** Whoever answers has to know before they do that nobody goes on by themselves. */
function Nobody({ presence, isBack }: { readonly presence: Presence; readonly isBack: boolean }) {
  const now = useNow()
  const textOf = isBack ? backPresence : holdPresence
  if (!isAlone(presence)) return null
  return <p className="notice ask">{textOf(presence, (at) => inShort(now - Date.parse(at)))}</p>
}
