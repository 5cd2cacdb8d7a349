/** The beginning of a text, so many UTF-16 units of it at most; a character that lies across the end is left out whole. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  return text.slice(0, isFirstHalf(text.charCodeAt(most - 1)) ? most - 1 : most)
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
