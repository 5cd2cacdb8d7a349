import { useState } from 'react'
import { counted } from '../../src/model/counted.ts'
import { FileFilter } from '../parts/file-filter.tsx'
import { folderOf, nameIn } from '../parts/folder-of.ts'
import { FolderTree } from '../parts/folder-tree.tsx'
import { Visible } from '../parts/visible.tsx'

const MOST = 500

/** The names of all files, found by a part of them. */
export function FileNames({
  paths,
  current,
  onOpen,
}: {
  readonly paths: readonly string[]
  readonly current: string | undefined
  readonly onOpen: (path: string) => void
}) {
  const [filter, setFilter] = useState('')
  const fitting = paths.filter((path) => path.toLowerCase().includes(filter.trim().toLowerCase()))
  return (
    <nav className="file-tree" aria-label="Files">
      <FileFilter filter={filter} hint={`Filter ${counted(paths.length, 'file')}`} onFilter={setFilter} />
      <FolderTree folder={folderOf(fitting.slice(0, MOST), (path) => path)} keyOf={(path) => path}>
        {(path) => (
          <button type="button" className="tree-file" aria-current={path === current} onClick={() => onOpen(path)}>
            <span className="tree-name">
              <Visible text={nameIn(path)} />
            </span>
          </button>
        )}
      </FolderTree>
      {fitting.length > MOST && <p className="small dim">{fitting.length - MOST} more: filter to see them.</p>}
    </nav>
  )
}
