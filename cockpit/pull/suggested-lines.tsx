import { DiffLines } from '../parts/diff-lines.tsx'

/** What a suggestion would change, line by line. */
export function SuggestedLines({
  quote,
  suggestion,
}: {
  readonly quote: readonly string[]
  readonly suggestion: string
}) {
  const before = quote.join('\n')
  const after = suggestion.replace(/\n$/, '')
  if (before === after) return <p className="small dim">Nothing is changed yet.</p>
  return <DiffLines title="Suggested change" before={before} after={after} />
}
