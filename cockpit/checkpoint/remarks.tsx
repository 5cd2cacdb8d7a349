import type { Remark } from '../../src/model/checkpoint.ts'
import { Ago } from '../parts/time.tsx'
import { Visible } from '../parts/visible.tsx'

const DID = { fixed: 'fixed it', declined: 'declined', question: 'asks back' } as const

/** What people said of the revisions, and what the agent did about it. */
export function Remarks({ remarks, agent }: { readonly remarks: readonly Remark[]; readonly agent: string }) {
  if (remarks.length === 0) return null
  return (
    <section aria-labelledby="remarks">
      <h2 id="remarks">Remarks</h2>
      <ol className="remarks">
        {remarks.map(({ number, by, at, kind, text, revision, answer }) => (
          <li key={number}>
            <p className="small dim">
              <strong>{by.id}</strong> {kind === 'comment' ? 'commented on' : 'asked for changes of'} revision{' '}
              {revision}, <Ago at={at} word=" ago" />
            </p>
            <p className="words">
              <Visible text={text} />
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
