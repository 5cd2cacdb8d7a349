const LONGEST = 80
const NOT_PLAIN = /[^\x20-\x7e]/g

/** The text in double quotes, cut at 80 characters, with everything that could deceive the eye written as `\uXXXX`. */
export function quote(text: string): string {
  const shown = escapeHidden(text.slice(0, LONGEST).replaceAll('\\', '\\\\').replaceAll('"', '\\"'))
  return text.length > LONGEST ? `"${shown}…"` : `"${shown}"`
}

/** The text with all but printable ASCII written as `\uXXXX`, so that look-alike letters can be told apart. */
export function escapeHidden(text: string): string {
  return text.replace(NOT_PLAIN, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A plain word as it is, and anything else in quotes: what an agent wrote must not read like a sentence of ours. */
export function mention(text: string): string {
  return /^[\w.-]{1,60}$/.test(text) ? text : quote(text)
}
