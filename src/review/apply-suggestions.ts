export function applySuggestions(
  text: string,
  suggestions: readonly { readonly id: string; readonly first: number; readonly last: number; readonly text: string }[],
): string {
  const lines = text.split('\n')
  for (const { first, last, text: instead } of suggestions.toSorted((a, b) => b.first - a.first)) {
    lines.splice(first - 1, last - first + 1, ...instead.replace(/\n$/, '').split('\n'))
  }
  return lines.join('\n')
}
