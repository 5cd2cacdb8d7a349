import { Link } from '@tanstack/react-router'
import { ArrowRight, ChevronDown, ChevronRight } from 'lucide-react'
import { counted } from '../../src/model/counted.ts'
import type { PullId } from '../../src/model/ids.ts'
import type { FileVerdict } from '../../src/model/review-thread.ts'
import { sizesText } from '../../src/review/unshown-text.ts'
import { namedIn } from '../parts/hidden-characters.ts'
import { Visible } from '../parts/visible.tsx'
import type { ShownFile } from './row.ts'
import type { Standing } from './standing.ts'
import { isReadable } from './use-look.ts'
import { Verdict } from './verdict.tsx'

/** One letter for what happened to a file, and the word for it. */
export const LETTERS = { added: 'A', modified: 'M', deleted: 'D', renamed: 'R', copied: 'C', retyped: 'T' } as const

/** What somebody does with a file. */
export interface FileActs {
  readonly onFold: (file: ShownFile, isFolded: boolean) => void
  readonly onExpand: (file: ShownFile) => void
  readonly onRender: (file: ShownFile) => void
  readonly onViewed: (file: ShownFile, isViewed: boolean) => void
  readonly onVerdict: (verdict: FileVerdict) => void
  /** They have had all of it, beside what is shown here. */
  readonly onHad: (file: ShownFile) => void
}

interface Props {
  readonly file: ShownFile
  readonly isFolded: boolean
  readonly standing: Standing
  readonly isWhole: boolean
  readonly isRendered: boolean
  readonly canDecide: boolean
  /** It was rejected as a whole, and came back as it was. */
  readonly isReturned: boolean
  readonly where: { readonly pull: PullId; readonly round: number }
  readonly acts: FileActs
}

/** The head of a file: what happened to it, what was thought of it, and how it is shown. */
export function FileHead(props: Props) {
  const { file, isFolded, standing, acts } = props
  const Chevron = isFolded ? ChevronRight : ChevronDown
  return (
    <div className="file-head" data-viewed={standing.viewed}>
      <button
        type="button"
        className="button quiet icon"
        data-row={`file ${file.path}`}
        aria-expanded={!isFolded}
        aria-label={`${isFolded ? 'Unfold' : 'Fold'} ${namedIn(file.path)}`}
        onClick={() => acts.onFold(file, !isFolded)}
      >
        <Chevron size={16} aria-hidden />
      </button>
      <h3 className="file-name">
        <span className={`letter ${file.change}`} title={file.change}>
          {LETTERS[file.change]}
        </span>
        <span className="unseen">{file.change}: </span>
        {file.old_path !== null && (
          <>
            <Visible text={file.old_path} /> <ArrowRight size={13} aria-hidden className="moved-to" />
            <span className="unseen">to</span>{' '}
          </>
        )}
        <Visible text={file.path} />
      </h3>
      <FileCounts {...props} />
      <FileTools {...props} />
    </div>
  )
}

/** How much of it changes, and what has to be known before it is read. */
function FileCounts({ file, isReturned, standing }: Props) {
  const { added, removed } = countsOf(file)
  return (
    <span className="small file-counts">
      {file.binary ? (
        sizesText(file)
      ) : (
        <>
          <span className="plus">+{added}</span> <span className="minus">−{removed}</span>
        </>
      )}
      {file.unshown !== undefined && <span className="chip ask">not shown in full</span>}
      {standing.comments > 0 && (
        <span className="chip">
          {standing.comments} {standing.comments === 1 ? 'comment' : 'comments'}
        </span>
      )}
      {(isReturned || standing.returned > 0) && (
        <span className="chip deny">
          {isReturned ? 'came back as it was rejected' : `${counted(standing.returned, 'hunk')} came back as rejected`}
        </span>
      )}
      {standing.viewed === 'changed' && <span className="chip ask">changed since you looked</span>}
    </span>
  )
}

function FileTools({ file, standing, isWhole, isRendered, canDecide, where, acts }: Props) {
  const isText = !file.binary && file.new !== null
  return (
    <span className="file-tools">
      {isReadable(file) && (
        <button type="button" className="button quiet" aria-pressed={isRendered} onClick={() => acts.onRender(file)}>
          Rendered
        </button>
      )}
      {isText && !isRendered && file.change !== 'added' && (
        <button type="button" className="button quiet" aria-pressed={isWhole} onClick={() => acts.onExpand(file)}>
          All lines
        </button>
      )}
      {isText && (
        <Link
          className="button quiet"
          to="/pulls/$pull/files"
          params={{ pull: where.pull }}
          search={{ path: file.path, round: where.round }}
        >
          File
        </Link>
      )}
      {canDecide && file.hash !== '' && (
        <Verdict pull={where.pull} file={file} verdict={standing.verdict} onVerdict={acts.onVerdict} />
      )}
      {file.hash !== '' && (
        <label className="check">
          <input
            type="checkbox"
            checked={standing.viewed === 'yes'}
            onChange={(event) => acts.onViewed(file, event.target.checked)}
          />
          <span>Viewed</span>
        </label>
      )}
    </span>
  )
}

/** How many lines came and went. */
function countsOf({ hunks }: Pick<ShownFile, 'hunks'>): { readonly added: number; readonly removed: number } {
  let [added, removed] = [0, 0]
  for (const { lines } of hunks) {
    for (const { kind } of lines) {
      if (kind === 'added') added += 1
      if (kind === 'removed') removed += 1
    }
  }
  return { added, removed }
}
