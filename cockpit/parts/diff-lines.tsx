import { useMemo, useState } from 'react'
import { counted } from '../../src/model/counted.ts'
import { type FoldedLine, foldedLines } from './folded-lines.ts'
import { fileDiff, lineDiff } from './line-diff.ts'
import { Visible } from './visible.tsx'

const SIGNS = { kept: ' ', removed: '−', added: '+' } as const
const SPOKEN = { kept: '', removed: 'removed: ', added: 'added: ' } as const

const AROUND = 3
/** More lines at once only keep the page from answering. */
const AT_ONCE = 300

interface Props {
  readonly title: string
  /** Lines that may be none, or a text, which has one at least. */
  readonly before: string | readonly string[]
  readonly after: string | readonly string[]
  /** Both are texts of a file, where what ends the last line counts; what stays as it is is left out, but for some lines around each change. */
  readonly isFile?: boolean
}

/** What changes between two texts, line by line; the sign says it too. */
export function DiffLines({ title, before, after, isFile = false }: Props) {
  const [most, setMost] = useState(AT_ONCE)
  const lines = useMemo(() => {
    return isFile ? foldedLines(fileDiff(String(before), String(after)), AROUND) : lineDiff(before, after)
  }, [before, after, isFile])
  const left = isFile ? Math.max(0, lines.length - most) : 0
  return (
    <figure className="diff">
      <figcaption className="legend">{title}</figcaption>
      <pre>
        {lines.slice(0, lines.length - left).map((line, index) => (
          <OneLine key={`${index} ${line.did}`} line={line} />
        ))}
      </pre>
      {left > 0 && (
        <button type="button" className="button" onClick={() => setMost(most + AT_ONCE)}>
          Show {counted(Math.min(left, AT_ONCE), 'more line')} of {left.toLocaleString('en')}
        </button>
      )}
    </figure>
  )
}

function OneLine({ line }: { readonly line: FoldedLine }) {
  if (line.did === 'left out') {
    return (
      <span className="diff-line left-out">
        {line.count.toLocaleString('en')} lines stay as they are{'\n'}
      </span>
    )
  }
  const { did, text, unended } = line
  return (
    <span className={`diff-line ${did}`}>
      <span aria-hidden className="diff-sign">
        {SIGNS[did]}
      </span>
      <span className="unseen">{SPOKEN[did]}</span>
      <Visible text={text} />
      {unended === true && did !== 'kept' && <span className="chip">no line end</span>}
      {'\n'}
    </span>
  )
}
