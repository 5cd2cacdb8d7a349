import { escapeHidden } from '../model/quote.ts'

/** One entry of a tree as git has it. The path is bytes, because git takes any. */
export interface TreeEntry {
  readonly path: Uint8Array
  readonly mode: string
  readonly object: string
  /** Bytes of a file or link; absent for another repository. */
  readonly size?: number
}

/** What an entry can be, by its mode. */
export const MODES = { file: '100644', executable: '100755', link: '120000', repository: '160000' } as const

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The path as text; nothing when it is not in UTF-8. */
export function readPath(path: Uint8Array): string | undefined {
  try {
    return DECODER.decode(path)
  } catch {
    return undefined
  }
}

/** The path as it may be shown, also when it is no text: odd bytes stand as `\xNN`. */
export function shownPath(path: Uint8Array): string {
  const text = readPath(path)
  if (text !== undefined) return escapeHidden(text)
  const shown = (byte: number) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
  return Array.from(path, shown).join('')
}
