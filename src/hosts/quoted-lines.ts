interface Quoted {
  readonly side: 'old' | 'new'
  readonly lines: number
}

/** The lines that a comment is about: forges end the hunk that they show with the last of them. */
export function quotedLines(hunk: string, { side, lines }: Quoted): readonly string[] {
  const other = side === 'new' ? '-' : '+'
  const shown = hunk.split('\n').filter((line) => line !== '' && !line.startsWith('@@') && !line.startsWith('\\'))
  const own = shown.filter((line) => !line.startsWith(other)).map((line) => line.slice(1))
  return own.length < lines ? [] : own.slice(-lines)
}
