import { Check, Circle, CircleAlert, CircleCheck, Undo2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FileFilter } from '../parts/file-filter.tsx'
import { folderOf, nameIn } from '../parts/folder-of.ts'
import { FolderTree } from '../parts/folder-tree.tsx'
import { Visible } from '../parts/visible.tsx'
import { LETTERS } from './file-head.tsx'
import type { ShownFile } from './row.ts'
import type { Standing } from './standing.ts'

/** More names than this are found by the filter. */
const MOST = 400

/** The files of the round by folder, with what was done about each, and how far one is. */
export function FileTree({
  files,
  standings,
  current,
  onGo,
}: {
  readonly files: readonly ShownFile[]
  readonly standings: ReadonlyMap<string, Standing>
  readonly current: string | undefined
  readonly onGo: (file: ShownFile) => void
}) {
  const [filter, setFilter] = useState('')
  const [isUnviewed, setUnviewed] = useState(false)
  const tree = useRef<HTMLElement>(null)
  useEffect(() => {
    if (current !== undefined) showCurrent(tree.current)
  }, [current])
  const isViewed = ({ path }: ShownFile) => standings.get(path)?.viewed === 'yes'
  const wanted = filter.trim().toLowerCase()
  const fitting = files.filter((file) => file.path.toLowerCase().includes(wanted) && !(isUnviewed && isViewed(file)))
  return (
    <nav className="file-tree" aria-label="Files" ref={tree}>
      <p className="small" role="status">
        {files.filter(isViewed).length}/{files.length} viewed
      </p>
      <FileFilter filter={filter} hint="Filter files" onFilter={setFilter} />
      <label className="check small">
        <input type="checkbox" checked={isUnviewed} onChange={(event) => setUnviewed(event.target.checked)} />
        <span>Only what I have not viewed</span>
      </label>
      <FolderTree folder={folderOf(fitting.slice(0, MOST), ({ path }) => path)} keyOf={({ path }) => path}>
        {(file) => (
          <TreeFile file={file} standing={standings.get(file.path)} isCurrent={file.path === current} onGo={onGo} />
        )}
      </FolderTree>
      {fitting.length === 0 && files.length > 0 && <p className="small dim">No file fits.</p>}
      {fitting.length > MOST && <p className="small dim">{fitting.length - MOST} more: filter to see them.</p>}
    </nav>
  )
}

/** Scrolls the tree, and nothing around it, until the file that is read is in sight there. */
function showCurrent(tree: HTMLElement | null): void {
  const found = tree?.querySelector('[aria-current=true]')
  if (tree === null || found === null || found === undefined) return
  const [frame, place] = [tree.getBoundingClientRect(), found.getBoundingClientRect()]
  if (place.top < frame.top) tree.scrollTop -= frame.top - place.top
  else if (place.bottom > frame.bottom) tree.scrollTop += place.bottom - frame.bottom
}

const VIEWED = { yes: 'viewed', no: 'not viewed', changed: 'changed since you looked' } as const
const MARKS = { yes: CircleCheck, no: Circle, changed: CircleAlert } as const

function TreeFile({
  file,
  standing,
  isCurrent,
  onGo,
}: {
  readonly file: ShownFile
  readonly standing: Standing | undefined
  readonly isCurrent: boolean
  readonly onGo: (file: ShownFile) => void
}) {
  const viewed = standing?.viewed ?? 'no'
  const verdict = standing?.verdict?.verdict
  const Mark = MARKS[viewed]
  return (
    <button
      type="button"
      className="tree-file"
      aria-current={isCurrent}
      data-viewed={viewed}
      onClick={() => onGo(file)}
    >
      <span title={VIEWED[viewed]} aria-hidden className="tree-mark">
        <Mark size={13} />
      </span>
      <span className={`letter ${file.change}`} aria-hidden>
        {LETTERS[file.change]}
      </span>
      <span className="tree-name">
        <Visible text={nameIn(file.path)} />
      </span>
      <span className="unseen">
        {' '}
        {file.change}, {VIEWED[viewed]}
        {verdict !== undefined && `, ${verdict}`}
      </span>
      {verdict === 'accepted' && <Check size={13} aria-hidden />}
      {verdict === 'rejected' && <X size={13} aria-hidden className="rejected" />}
      <CameBack count={standing?.returned ?? 0} />
      <Comments count={standing?.comments ?? 0} />
    </button>
  )
}

function CameBack({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span title="Came back as it was rejected" className="rejected">
      <Undo2 size={13} aria-hidden />
      <span className="unseen">, came back as rejected</span>
    </span>
  )
}

function Comments({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className="chip">
      {count}
      <span className="unseen"> {count === 1 ? 'comment' : 'comments'}</span>
    </span>
  )
}
