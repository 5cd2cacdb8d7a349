import { fileDiff, lineDiff } from './line-diff.ts'
import { Visible } from './visible.tsx'

const SIGNS = { kept: ' ', removed: '−', added: '+' } as const
const SPOKEN = { kept: '', removed: 'removed: ', added: 'added: ' } as const

/** What changes between two texts, line by line; the sign says it too. */
export function DiffLines({
  title,
  before,
  after,
  isFile = false,
}: {
  readonly title: string
  /** Lines that may be none, or a text, which has one at least. */
  readonly before: string | readonly string[]
  readonly after: string | readonly string[]
  /** Both are texts of a file, where what ends the last line counts. */
  readonly isFile?: boolean
}) {
  const lines = isFile ? fileDiff(String(before), String(after)) : lineDiff(before, after)
  return (
    <figure className="diff">
      <figcaption className="legend">{title}</figcaption>
      <pre>
        {lines.map(({ did, text, unended }, index) => (
          <span key={`${index} ${did}`} className={`diff-line ${did}`}>
            <span aria-hidden className="diff-sign">
              {SIGNS[did]}
            </span>
            <span className="unseen">{SPOKEN[did]}</span>
            <Visible text={text} />
            {unended === true && did !== 'kept' && <span className="chip">no line end</span>}
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  )
}
