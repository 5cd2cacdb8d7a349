import type { PullView } from '../../src/api/pull-views.ts'
import { counted } from '../../src/model/counted.ts'
import type { Draft, FileVerdict } from '../../src/model/review-thread.ts'
import { Visible } from '../parts/visible.tsx'
import { partText, rangeText } from './part-text.ts'
import type { ShownFile } from './row.ts'

interface Props {
  readonly pull: PullView['pull']
  readonly files: readonly ShownFile[]
  readonly threads: readonly Draft[]
  readonly verdicts: readonly FileVerdict[]
}

const LONGEST = 120
const TONES = { accepted: 'allow', rejected: 'deny' } as const

/** All that a review sends: of which commit, every comment and every verdict, a line each. */
export function GoesOut({ pull, files, threads, verdicts }: Props) {
  return (
    <div className="small">
      <p>
        Round {pull.round}, commit <code>{pull.head.slice(0, 10)}</code>, onto <code>{pull.base.slice(0, 10)}</code>.{' '}
        {sentOf(threads.length, verdicts.length)}
      </p>
      {threads.length > 0 && (
        <ul className="goes-out" aria-label="Comments">
          {threads.map(({ id, kind, text, anchor, round }) => (
            <li key={id}>
              <span className="chip">{kind}</span> {anchor !== null && <Visible text={rangeText(anchor)} />}{' '}
              {round !== undefined && round < pull.round && `of round ${round} `}
              <Words text={text} />
            </li>
          ))}
        </ul>
      )}
      {verdicts.length > 0 && (
        <ul className="goes-out" aria-label="Verdicts">
          {verdicts.map((given) => (
            <li key={`${given.hunk ?? ''} ${given.path}`}>
              <span className={`chip ${TONES[given.verdict]}`}>{given.verdict}</span> <Visible text={given.path} />,{' '}
              {partText(given, files)} <Words text={given.reason} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function sentOf(threads: number, verdicts: number): string {
  const parts = [
    ...(threads > 0 ? [counted(threads, 'comment')] : []),
    ...(verdicts > 0 ? [counted(verdicts, 'verdict')] : []),
  ]
  return parts.length === 0 ? '' : `${parts.join(', ')}.`
}

function Words({ text }: { readonly text: string }) {
  if (text === '') return null
  return (
    <span className="dim">
      <Visible text={text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text} />
    </span>
  )
}
