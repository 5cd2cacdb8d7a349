import { suggesting } from '../../src/review/suggesting.ts'
import { DiffLines } from '../parts/diff-lines.tsx'
import { linesOf } from './row.ts'

/** What a suggestion would change, line by line. */
export function SuggestedLines({
  quote,
  suggestion,
}: {
  readonly quote: readonly string[]
  readonly suggestion: string
}) {
  const after = linesOf(suggestion)
  if (suggesting(quote) === suggesting(after)) return <p className="small dim">Nothing is changed yet.</p>
  return <DiffLines title="Suggested change" before={quote} after={after} />
}
