import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Folder } from './folder-of.ts'
import { Visible } from './visible.tsx'

interface Props<Item> {
  readonly folder: Folder<Item>
  readonly keyOf: (item: Item) => string
  readonly children: (item: Item) => ReactNode
}

/** Files in their folders, each of which can be closed. */
export function FolderTree<Item>({ folder, keyOf, children }: Props<Item>) {
  return (
    <ul className="folder-inside">
      {folder.entries.map((entry) =>
        entry.is === 'item' ? (
          <li key={keyOf(entry.item)}>{children(entry.item)}</li>
        ) : (
          <li key={`${entry.folder.path}/`}>
            <OneFolder folder={entry.folder} keyOf={keyOf}>
              {children}
            </OneFolder>
          </li>
        ),
      )}
    </ul>
  )
}

function OneFolder<Item>({ folder, keyOf, children }: Props<Item>) {
  const [isOpen, setOpen] = useState(true)
  const Mark = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <button type="button" className="tree-folder" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Mark size={13} aria-hidden />
        <span className="tree-name">
          <Visible text={folder.name} />
        </span>
      </button>
      {isOpen && (
        <FolderTree folder={folder} keyOf={keyOf}>
          {children}
        </FolderTree>
      )}
    </>
  )
}
