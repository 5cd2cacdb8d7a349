const ROW = 16

/** Bytes as they are looked at: where, sixteen at a time, and what of them is plain text. */
export function hexOf(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const rows: string[] = []
  for (let at = 0; at < bytes.length; at += ROW) {
    const part = [...bytes.subarray(at, at + ROW)]
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const text = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    rows.push(`${at.toString(16).padStart(8, '0')}  ${hex.padEnd(ROW * 3 - 1)}  ${text}`)
  }
  return rows.join('\n')
}
