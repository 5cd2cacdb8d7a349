const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 }

/** The bytes of a path as git writes it: in quotes, with `\n` and `\303`, where it holds anything odd. */
export function unquotePath(written: string): Uint8Array {
  if (!written.startsWith('"')) return new TextEncoder().encode(written)
  const bytes: number[] = []
  for (const [, octal, letter, plain] of written.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else if (letter !== undefined) bytes.push(ESCAPES[letter] ?? letter.charCodeAt(0))
    else bytes.push(...new TextEncoder().encode(plain))
  }
  return Uint8Array.from(bytes)
}

/** The same the other way round, for `fast-import`: quotes around it, and every byte that is not plain escaped. */
export function quotePath(path: Uint8Array): string {
  const written = (byte: number) =>
    byte > 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\${byte.toString(8).padStart(3, '0')}`
  return `"${Array.from(path, written).join('')}"`
}
