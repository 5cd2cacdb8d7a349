/**
 * Lines as a suggestion says them, so that they are read as these very lines: what follows the last line feed is no line, so that an empty one
 * at the end has a line feed of its own.
 */
export function suggesting(lines: readonly string[]): string {
  return lines.at(-1) === '' ? `${lines.join('\n')}\n` : lines.join('\n')
}
