/** A folder with what is in it. Folders that hold nothing but another folder are one with it. */
export interface Folder<Item> {
  readonly path: string
  /** The part of the path that is its own, such as `src` or `src/model`. */
  readonly name: string
  readonly folders: readonly Folder<Item>[]
  readonly items: readonly Item[]
}

/** Sorts items into folders by their paths, and keeps their order. */
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
  const own = items.filter((item) => partOf(item).length === 1)
  const deeper = Map.groupBy(
    items.filter((item) => partOf(item).length > 1),
    (item) => partOf(item)[0] ?? '',
  )
  const only = own.length === 0 && deeper.size === 1 && path !== ''
  const folders = [...deeper].map(([part, below]) => {
    const joined = path === '' ? part : `${path}/${part}`
    return inside(below, pathOf, { path: joined, name: only ? `${name}/${part}` : part })
  })
  return only && folders[0] !== undefined ? folders[0] : { path, name, folders, items: own }
}

/** The last part of a path. */
export function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
