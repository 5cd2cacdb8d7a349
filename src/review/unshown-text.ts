import type { Unshown } from '../model/unshown-file.ts'
import type { FileSide } from './diff.ts'

/** Why a reviewer does not see all of a file, in a sentence. */
export const UNSHOWN_TEXTS: Readonly<Record<Unshown, string>> = {
  binary: 'These bytes are no text, or too many to show, so none of them is shown here.',
  cut: 'A changed line is too long to be shown whole.',
  excess:
    'Together the changes have more text than can be shown at once, and this is one of the longest, so none of it is shown here.',
}

interface Sides {
  readonly old: FileSide | null
  readonly new: FileSide | null
}

/** What stands for the bytes that are not shown: how many they are, what git calls them, and of what kind the file is. */
export function sidesText({ old, new: now }: Sides): readonly [string, string] {
  return [`before: ${sideText(old)}`, `after: ${sideText(now)}`]
}

/** The same in a word. What came or went has one size. */
export function sizesText({ old, new: now }: Sides): string {
  return old === null || now === null ? bytes(now ?? old) : `${count(old)} to ${bytes(now)}`
}

function bytes(side: FileSide | null): string {
  return side?.size === 1 ? '1 byte' : `${count(side)} bytes`
}

function sideText(side: FileSide | null): string {
  if (side === null) return 'nothing'
  return `${bytes(side)}, git object ${side.object}, mode ${side.mode}`
}

function count(side: FileSide | null): string {
  return (side?.size ?? 0).toLocaleString('en')
}
