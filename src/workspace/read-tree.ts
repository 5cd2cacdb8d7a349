import type { TreeEntry } from '../review/tree-entry.ts'

/** The mode of a folder, as it stands in a tree. */
export const FOLDER = '40000'

const MODE = /^[0-7]+$/
const OBJECT_BYTES = 20

/**
 * The entries of one folder by the bytes of their names: mode, a space, the name, a zero, and twenty bytes of the object. Nothing where the
 * bytes are not that to their very end, or call two things by one name: whoever took a part of it for the whole would lose the rest.
 */
export function readTree(bytes: Buffer): ReadonlyMap<string, TreeEntry> | undefined {
  const entries = new Map<string, TreeEntry>()
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at)
    const end = space < 0 ? -1 : bytes.indexOf(0, space)
    const next = end + 1 + OBJECT_BYTES
    if (end <= space + 1 || next > bytes.length) return undefined
    const mode = bytes.toString('latin1', at, space)
    const path = bytes.subarray(space + 1, end)
    const name = path.toString('latin1')
    if (!MODE.test(mode) || entries.has(name)) return undefined
    entries.set(name, { path, mode, object: bytes.toString('hex', end + 1, next) })
    at = next
  }
  return entries
}
