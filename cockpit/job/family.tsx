import { Link } from '@tanstack/react-router'
import type { JobView } from '../../src/api/views.ts'
import { JobStatusChip } from '../parts/job-status.tsx'
import { Visible } from '../parts/visible.tsx'

/** Everything that works for a job. */
export function Family({ view: { descendants } }: { readonly view: JobView }) {
  if (descendants.length === 0) return null
  return (
    <section aria-labelledby="family" className="family">
      <h2 id="family">Works for it</h2>
      <ul className="needs">
        {descendants.map(({ id, title, status }) => (
          <li key={id}>
            <Link to="/jobs/$job" params={{ job: id }}>
              <Visible text={title || id} />
            </Link>
            <JobStatusChip status={status} />
          </li>
        ))}
      </ul>
    </section>
  )
}
