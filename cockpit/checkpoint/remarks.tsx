import type { Remark } from '../../src/model/checkpoint.ts'
import { Ago } from '../parts/time.tsx'
import { Prose, Visible } from '../parts/visible.tsx'

const SAID = { comment: 'commented', request_changes: 'asked for changes' } as const
const SAID_OF = { comment: 'commented on', request_changes: 'asked for changes of' } as const
const DID = { fixed: 'fixed it', declined: 'declined', question: 'asks back' } as const

interface Props {
  readonly remarks: readonly Remark[]
  readonly agent: string
  /** Whether it is work on a branch, which has rounds and no revisions that anybody sees. */
  readonly isPull?: boolean
}

/** What people said of the revisions, and what the agent did about it. */
export function Remarks({ remarks, agent, isPull = false }: Props) {
  if (remarks.length === 0) return null
  return (
    <section aria-labelledby="remarks">
      <h2 id="remarks">Remarks</h2>
      <ol className="remarks">
        {remarks.map(({ number, by, at, kind, text, revision, answer }) => (
          <li key={number}>
            <p className="small dim">
              <strong>{by.id}</strong> {isPull ? SAID[kind] : `${SAID_OF[kind]} revision ${revision}`},{' '}
              <Ago at={at} word=" ago" />
            </p>
            <p className="words">
              <Prose text={text} />
            </p>
            {answer !== null && (
              <figure className="agent-says">
                <figcaption>
                  The agent <Visible text={agent} /> {DID[answer.did]} · not checked
                </figcaption>
                <blockquote>
                  <Visible text={answer.text} />
                </blockquote>
              </figure>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
