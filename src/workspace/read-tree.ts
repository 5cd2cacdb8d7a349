import type { TreeEntry } from '../review/tree-entry.ts'

/** The mode of a folder, as it stands in a tree. */
export const FOLDER = '40000'

/** The entries of one folder by the bytes of their names: mode, a space, the name, a zero, and twenty bytes of the object. */
export function readTree(bytes: Buffer): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>()
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at)
    const end = bytes.indexOf(0, space)
    const path = bytes.subarray(space + 1, end)
    const object = bytes.toString('hex', end + 1, end + 21)
    entries.set(path.toString('latin1'), { path, mode: bytes.toString('latin1', at, space), object })
    at = end + 21
  }
  return entries
}
