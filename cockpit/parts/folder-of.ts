/** A folder with what is in it. Folders that hold nothing but another folder are one with it. */
export interface Folder<Item> {
  readonly path: string
  /** The part of the path that is its own, such as `src` or `src/model`. */
  readonly name: string
  readonly entries: readonly Entry<Item>[]
}

/** What stands in a folder: another one, or an item. */
export type Entry<Item> =
  | { readonly is: 'folder'; readonly folder: Folder<Item> }
  | { readonly is: 'item'; readonly item: Item }

/** Sorts items into folders by their paths. All keep their order, folders too, so that a tree is read as the list that it was made of. */
export function folderOf<Item>(items: readonly Item[], pathOf: (item: Item) => string): Folder<Item> {
  return inside(items, pathOf, { path: '', name: '' })
}

function inside<Item>(
  items: readonly Item[],
  pathOf: (item: Item) => string,
  { path, name }: Pick<Folder<Item>, 'path' | 'name'>,
): Folder<Item> {
  const start = path === '' ? 0 : path.length + 1
  const partOf = (item: Item) => pathOf(item).slice(start).split('/')
  // A file is alone under its whole name, which has no slash; a folder has one behind it.
  const groups = Map.groupBy(items, (item) => {
    const [first = '', ...more] = partOf(item)
    return more.length === 0 ? first : `${first}/`
  })
  const only = path !== '' && groups.size === 1 && [...groups.keys()].every((key) => key.endsWith('/'))
  const entries = [...groups].flatMap(([key, below]): readonly Entry<Item>[] => {
    if (!key.endsWith('/')) return below.map((item) => ({ is: 'item', item }))
    const part = key.slice(0, -1)
    const joined = path === '' ? part : `${path}/${part}`
    return [{ is: 'folder', folder: inside(below, pathOf, { path: joined, name: only ? `${name}/${part}` : part }) }]
  })
  const [first] = entries
  return only && first?.is === 'folder' ? first.folder : { path, name, entries }
}

/** The last part of a path. */
export function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
