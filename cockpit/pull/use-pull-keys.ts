import { useNavigate } from '@tanstack/react-router'
import type { PullId } from '../../src/model/ids.ts'
import { useHotkeys } from '../keys/use-hotkeys.ts'
import type { GoTo } from './diff-list.tsx'
import type { BlockRow, LineRow, Row, ShownFile } from './row.ts'
import { type LineCursor, nextOf } from './use-line-cursor.ts'

const GROUP = 'Changes'

interface Given {
  readonly where: { readonly pull: PullId; readonly round: number }
  readonly rows: readonly Row[]
  readonly cursor: LineCursor
  readonly goTo: GoTo
  readonly onComment: (row: LineRow | BlockRow, kind: 'blocking' | 'suggestion') => void
  /** Moves the other end of what is chosen from a line or a block, among the rows that are shown. */
  readonly onStretch: (row: LineRow | BlockRow, by: 1 | -1, rows: readonly Row[]) => void
  readonly onViewed: (file: ShownFile) => void
  readonly onAccept: (file: ShownFile) => void
  /** Goes to the next thing that is said and not settled, wherever it is. */
  readonly onTalk: (by: 1 | -1) => void
}

const isLine = ({ is }: Row) => is === 'line' || is === 'block'
const isFile = ({ is }: Row) => is === 'file'
const isChanged = (row: Row | undefined) =>
  (row?.is === 'line' && row.old !== row.new) || (row?.is === 'block' && row.did !== 'kept')

const LINES = [
  { keys: 'ArrowDown', label: 'Next line', by: 1 },
  { keys: 'ArrowUp', label: 'Line before', by: -1 },
] as const

const RANGES = [
  { keys: 'shift+ArrowDown', label: 'Choose lines downwards', by: 1 },
  { keys: 'shift+ArrowUp', label: 'Choose lines upwards', by: -1 },
] as const

/** On a block the same keys take whole blocks. */
const BLOCK_RANGES = RANGES.map((range) => ({ ...range, label: range.label.replace('lines', 'blocks') }))

/** Until the keyboard is in the diff, their keys scroll the page. */
function rangesAt(here: Row | undefined): readonly (typeof BLOCK_RANGES)[number][] {
  if (here === undefined) return []
  return here.is === 'block' ? BLOCK_RANGES : RANGES
}

/** What stands in the place of a removed line, where something does: other lines are suggested for that. */
function inPlaceOf(rows: readonly Row[], row: LineRow | BlockRow): LineRow | BlockRow {
  if (row.is === 'block' || row.new !== null) return row
  for (let at = rows.indexOf(row) + 1; isChanged(rows[at]); at += 1) {
    const next = rows[at]
    if (next?.is === 'line' && next.new !== null) return next
  }
  return row
}

/** Whether any change of a file is shown: nothing is, where it is folded, or where there are no lines. */
function hasChange(rows: readonly Row[], head: number): boolean {
  for (let at = head + 1; at < rows.length; at += 1) {
    const row = rows[at]
    if (row === undefined || isFile(row)) return false
    if (isChanged(row)) return true
  }
  return false
}

/** The whole review by keyboard; each key does what a visible control does. */
export function usePullKeys({ where, rows, cursor, goTo, ...does }: Given): void {
  const { onComment, onStretch, onViewed, onAccept, onTalk } = does
  const navigate = useNavigate()
  const step = (by: 1 | -1, fits: (row: Row, at: number) => boolean) => {
    const next = nextOf(rows, cursor.key, { by, fits })
    if (next === undefined) return
    cursor.go(next.key)
    goTo(next.key)
  }
  /** The first row of every run of changes, and the head of a file of which none is shown. */
  const isChange = (row: Row, at: number) =>
    isFile(row) ? !hasChange(rows, at) : isChanged(row) && !isChanged(rows[at - 1])
  const here = rows.find(({ key }) => key === cursor.key)
  const comment = (kind: 'blocking' | 'suggestion') => {
    const row = here?.is === 'line' || here?.is === 'block' ? here : nextOf(rows, cursor.key, { by: 1, fits: isLine })
    if (row?.is !== 'line' && row?.is !== 'block') return
    const about = kind === 'suggestion' && cursor.chosen === null ? inPlaceOf(rows, row) : row
    if (about !== row) cursor.go(about.key)
    onComment(about, kind)
  }
  /** Lines and blocks are chosen from one on; from anywhere else the way to one comes first. */
  const choose = (by: 1 | -1) =>
    here?.is === 'line' || here?.is === 'block' ? onStretch(here, by, rows) : step(by, isLine)
  const file = here?.file ?? rows[0]?.file
  const edit = () => {
    if (file === undefined || file.new === null) return
    const search = { path: file.path, round: where.round, edit: true }
    void navigate({ to: '/pulls/$pull/files', params: { pull: where.pull }, search })
  }
  const focus = (place: string) => document.querySelector<HTMLElement>(place)?.focus()
  useHotkeys([
    { keys: 'j', label: 'Next change', group: GROUP, run: () => step(1, isChange) },
    { keys: 'k', label: 'Change before', group: GROUP, run: () => step(-1, isChange) },
    // Until the keyboard is in the diff, these scroll the page.
    ...(here === undefined ? [] : LINES.map((line) => ({ ...line, group: GROUP, run: () => step(line.by, isLine) }))),
    ...rangesAt(here).map((range) => ({ ...range, group: GROUP, run: () => choose(range.by) })),
    { keys: 'J', label: 'Next file', group: GROUP, run: () => step(1, isFile) },
    { keys: 'K', label: 'File before', group: GROUP, run: () => step(-1, isFile) },
    { keys: 'n', label: 'Next unresolved thread or draft', group: GROUP, run: () => onTalk(1) },
    { keys: 'p', label: 'Unresolved thread or draft before', group: GROUP, run: () => onTalk(-1) },
    { keys: 'c', label: 'Comment on the line', group: GROUP, run: () => comment('blocking') },
    { keys: 's', label: 'Suggest other lines', group: GROUP, run: () => comment('suggestion') },
    { keys: 'v', label: 'Mark viewed, and next', group: GROUP, run: () => file && onViewed(file) },
    { keys: 'a', label: 'Accept the file', group: GROUP, run: () => file && onAccept(file) },
    { keys: 'e', label: 'Edit the file', group: GROUP, run: edit },
    { keys: '/', label: 'Find in changes', group: GROUP, run: () => focus('.find-changes') },
    { keys: 't', label: 'Filter files', group: GROUP, run: () => focus('.file-filter') },
  ])
}
