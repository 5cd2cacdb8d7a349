import { lineDiff } from './line-diff.ts'
import { Visible } from './visible.tsx'

const SIGNS = { kept: ' ', removed: '−', added: '+' } as const
const SPOKEN = { kept: '', removed: 'removed: ', added: 'added: ' } as const

/** What changes between two texts, line by line; the sign says it too. */
export function DiffLines({
  title,
  before,
  after,
}: {
  readonly title: string
  /** Lines that may be none, or a text, which has one at least. */
  readonly before: string | readonly string[]
  readonly after: string | readonly string[]
}) {
  return (
    <figure className="diff">
      <figcaption className="legend">{title}</figcaption>
      <pre>
        {lineDiff(before, after).map(({ did, text }, index) => (
          <span key={`${index} ${did}`} className={`diff-line ${did}`}>
            <span aria-hidden className="diff-sign">
              {SIGNS[did]}
            </span>
            <span className="unseen">{SPOKEN[did]}</span>
            <Visible text={text} />
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  )
}
