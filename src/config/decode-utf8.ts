import type { Problem } from '../model/problem.ts'
import { positionsIn } from './locate.ts'

/** The text of UTF-8 bytes without its byte order mark, or the place where they stop being UTF-8. */
export function decodeUtf8(
  bytes: Uint8Array,
): { readonly text: string; readonly problem?: undefined } | { readonly problem: Problem } {
  const offset = firstBadByte(bytes)
  if (offset === undefined) return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }

  const before = new TextDecoder().decode(bytes.subarray(0, offset))
  const place = positionsIn(before)(before.length)
  const what = isUtf16(bytes) ? 'The text is UTF-16' : `Line ${place.line} is not UTF-8`
  return { problem: { code: 'bad_encoding', message: `${what}. Save the file as UTF-8.`, path: '', ...place } }
}

/** NUL is UTF-8, but in a text file it is the mark of UTF-16 or of no text at all. */
function firstBadByte(bytes: Uint8Array): number | undefined {
  const nul = bytes.indexOf(0)
  const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const again = new TextEncoder().encode(lossy)
  const replaced = bytes.findIndex((byte, index) => byte !== again[index])
  return [nul, replaced].filter((index) => index !== -1).sort((one, other) => one - other)[0]
}

function isUtf16(bytes: Uint8Array): boolean {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  return mark === 0xfffe || mark === 0xfeff || (bytes.length > 1 && (bytes[0] === 0) !== (bytes[1] === 0))
}
