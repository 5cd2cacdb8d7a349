/** What a command has said, however its lines were broken: where they break depends on how long the name of a folder is. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
