/** As much of the end of an id as tells it from others. With a dash before it, a command would take it for an option, so more of it is shown. */
export function shortId(id: string, end: number): string {
  let from = Math.max(id.length - end, 0)
  while (from > 0 && id[from] === '-') from -= 1
  return id.slice(from)
}
