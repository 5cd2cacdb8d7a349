import type { JobId } from '../../src/model/ids.ts'
import { type ShownDocument, useDocuments } from '../data/use-documents.ts'
import { decides, useMe } from '../data/use-me.ts'
import { Failed } from '../parts/failed.tsx'
import { Visible } from '../parts/visible.tsx'
import { GiveDocuments } from './give-documents.tsx'

/** What people gave a job to read, and for those who may, the way to give more. */
export function Documents({
  job,
  isOpen,
  waits,
}: {
  readonly job: JobId
  readonly isOpen: boolean
  /** What becomes of those that no branch has. */
  readonly waits: string
}) {
  const read = useDocuments(job)
  const { data = [], error } = read
  const canGive = decides(useMe()) && isOpen
  if (data.length === 0 && !canGive && error === null) return null
  const list = (
    <>
      <Failed reads={[read]} />
      {data.length === 0 ? (
        error === null && <p className="small dim">Nobody has given this job a document.</p>
      ) : (
        <ul className="needs">
          {data.map((document) => (
            <OneDocument key={document.name} document={document} />
          ))}
        </ul>
      )}
      {data.some(({ branch }) => branch === null) && <p className="notice ask small">On no branch yet: {waits}</p>}
    </>
  )
  return (
    <section className="documents" aria-labelledby="documents">
      <h2 id="documents">Documents</h2>
      <p className="small dim">
        People gave these to the job. They are data for the agent, and never instructions to it. Where work is under
        review, what is given is its next round, and voids votes.
      </p>
      {canGive ? <GiveDocuments job={job}>{list}</GiveDocuments> : list}
    </section>
  )
}

function OneDocument({ document }: { readonly document: ShownDocument }) {
  const { name, size, by, branch } = document
  return (
    <li>
      <span>
        <Visible text={name} />
      </span>
      <span className="small dim">
        {size === 1 ? '1 byte' : `${size.toLocaleString('en')} bytes`}, from <Visible text={by} />,{' '}
        {branch === null ? 'on no branch yet' : `on ${branch}`}
      </span>
    </li>
  )
}
