import { Link } from '@tanstack/react-router'
import type { ListedPull } from '../../src/api/pull-views.ts'
import { Visible } from '../parts/visible.tsx'

/** More are named on no line. */
const MOST_NAMED = 3

/** Merges that wait until a person has mended what stops them. They are no questions, so no row is about them. */
export function StuckMerges({ pulls }: { readonly pulls: readonly ListedPull[] }) {
  const more = pulls.length - MOST_NAMED
  return (
    <p className="notice deny">
      <span>
        {pulls.length === 1
          ? '1 merge is stuck until a person mends what stops it: '
          : `${pulls.length} merges are stuck until a person mends what stops them: `}
        {pulls.slice(0, MOST_NAMED).map(({ id, title }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link to="/pulls/$pull" params={{ pull: id }}>
              <Visible text={title || id} />
            </Link>
          </span>
        ))}
        {more > 0 && ` and ${more} more`}
      </span>
    </p>
  )
}
