import type { FileVerdict } from '../../src/model/review-thread.ts'
import { DraftBox } from './draft-box.tsx'
import { type FileActs, FileHead } from './file-head.tsx'
import { type LineActs, LineRow } from './line-row.tsx'
import { MarkdownBlock } from './markdown-block.tsx'
import { partName } from './part-name.ts'
import { type BlockRow, type LineRow as Line, type Row, sideOf } from './row.ts'
import type { Standing } from './standing.ts'
import { type ThreadActs, ThreadCard } from './thread-card.tsx'
import { UnshownNote, type Where } from './unshown-note.tsx'
import type { LineColours } from './use-diff-colours.ts'
import type { Drafting } from './use-drafting.ts'
import type { LineCursor } from './use-line-cursor.ts'
import type { Looking } from './use-look.ts'
import { Verdict } from './verdict.tsx'
import { wordMarks } from './word-marks.ts'

type HunkRow = Extract<Row, { is: 'hunk' }>

/** Everything that rows are drawn from. */
export interface RowWorld {
  readonly isSplit: boolean
  readonly where: Where
  readonly cursor: LineCursor
  readonly foundKey: string | null
  readonly colours: LineColours
  readonly looking: Looking
  readonly standings: ReadonlyMap<string, Standing>
  readonly verdictOn: (row: HunkRow) => FileVerdict | undefined
  /** Whether the agent brought back a part of a file as it was rejected, by the hash of the hunk or of the file. */
  readonly isReturned: (path: string, hash: string) => boolean
  readonly canDecide: boolean
  readonly canJudgeHunks: boolean
  readonly drafting: Drafting
  readonly around: ThreadActs
  readonly fileActs: FileActs
  readonly lineActs: LineActs
  readonly onBlock: (row: BlockRow, isMore: boolean) => void
}

const NONE: Standing = { viewed: 'no', verdict: undefined, comments: 0, returned: 0 }

/** Draws one row of a review. */
export function RowView({ row, world }: { readonly row: Row; readonly world: RowWorld }) {
  const { file } = row
  switch (row.is) {
    case 'file':
      return (
        <FileHead
          file={file}
          isFolded={row.isFolded}
          standing={world.standings.get(file.path) ?? NONE}
          isWhole={world.looking.texts.has(file.path)}
          isRendered={world.looking.rendered.has(file.path)}
          canDecide={world.canDecide}
          isReturned={world.isReturned(file.path, file.hash)}
          where={world.where}
          acts={world.fileActs}
        />
      )
    case 'note':
      return (
        <p className="notice ask file-note">
          <span>{row.text}</span>
        </p>
      )
    case 'unshown':
      return <UnshownNote file={file} where={world.where} onHad={world.fileActs.onHad} />
    case 'hunk':
      return <HunkHead row={row} world={world} />
    case 'gap':
      return (
        <button type="button" className="gap" onClick={() => world.fileActs.onExpand(file)}>
          Show {row.count} unchanged {row.count === 1 ? 'line' : 'lines'}
        </button>
      )
    case 'line':
      return <OneLine row={row} world={world} />
    case 'block':
      return <OneBlock row={row} world={world} />
    case 'thread':
      return <ThreadCard thread={row.thread} isFar={row.isFar} {...world.around} />
    case 'draft':
      return <DraftBox draft={row.draft} drafting={world.drafting} />
    default:
      return row satisfies never
  }
}

function HunkHead({ row, world }: { readonly row: HunkRow; readonly world: RowWorld }) {
  const { file, hunk, isSettled, isFolded } = row
  return (
    <div className="hunk-head" data-row={row.key} tabIndex={-1} role="group" aria-label={partName(file, hunk)}>
      <span className="mono dim">
        @@ −{hunk.old.start},{hunk.old.count} +{hunk.new.start},{hunk.new.count} @@
      </span>
      {world.isReturned(file.path, hunk.hash) && <span className="chip deny">came back as it was rejected</span>}
      {isSettled && (
        <button
          type="button"
          className="button quiet"
          aria-expanded={!isFolded}
          onClick={() => world.looking.open(row.key, isFolded)}
        >
          {isFolded ? 'Show' : 'Hide'} what you accepted in an earlier round
          <span className="unseen">: {partName(file, hunk)}</span>
        </button>
      )}
      {world.canJudgeHunks && (
        <Verdict
          pull={world.where.pull}
          file={file}
          hunk={hunk}
          verdict={world.verdictOn(row)}
          onVerdict={world.fileActs.onVerdict}
        />
      )}
    </div>
  )
}

function OneLine({
  row,
  world: { isSplit, cursor, foundKey, lineActs, colours },
}: {
  readonly row: Line
  readonly world: RowWorld
}) {
  const { chosen } = cursor
  const side = chosen?.side
  const number = side === undefined ? undefined : row[side]?.[side]
  const isChosen =
    chosen !== null &&
    chosen.file.path === row.file.path &&
    number !== undefined &&
    number >= chosen.first &&
    number <= chosen.last
  return (
    <LineRow
      row={row}
      acts={lineActs}
      isSplit={isSplit}
      isCurrent={cursor.key === row.key}
      chosen={isChosen ? chosen.side : null}
      isFound={foundKey === row.key}
      oldColours={row.old === null ? undefined : colours(row.file, row.old)}
      newColours={row.new === null ? undefined : colours(row.file, row.new)}
      oldMarks={wordMarks(row.file, row.old)}
      newMarks={wordMarks(row.file, row.new)}
    />
  )
}

function isChosenBlock(row: BlockRow, { chosen }: LineCursor): boolean {
  const { file, block } = row
  if (chosen?.file.path !== file.path || chosen.side !== sideOf(row)) return false
  return block.first >= chosen.first && block.last <= chosen.last
}

const SPOKEN = { kept: '', removed: 'removed ', added: 'added ' } as const

function OneBlock({ row, world }: { readonly row: BlockRow; readonly world: RowWorld }) {
  const { block, did } = row
  const lines = block.first === block.last ? `line ${block.first}` : `lines ${block.first} to ${block.last}`
  return (
    <div
      className={`md-row ${did}`}
      data-current={world.cursor.key === row.key}
      data-chosen={isChosenBlock(row, world.cursor) || undefined}
      data-found={world.foundKey === row.key}
    >
      <button
        type="button"
        className="dl-no"
        data-line={row.key}
        tabIndex={world.cursor.key === row.key ? 0 : -1}
        aria-label={`Comment on the ${SPOKEN[did]}block in ${lines}`}
        onClick={(event) => world.onBlock(row, event.shiftKey)}
      >
        {block.first}
      </button>
      <MarkdownBlock block={block} />
    </div>
  )
}
