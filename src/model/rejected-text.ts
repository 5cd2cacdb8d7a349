import { quote } from './quote.ts'
import type { RejectedPart } from './rejected-part.ts'

/** Which part that is, as part of a sentence. What the agent wrote stands in quotes where it could read like one of ours. */
export function placeText({ path, number, of }: Pick<RejectedPart, 'path' | 'number' | 'of'>): string {
  return number === null ? `what changes in ${fileText(path)}` : `part ${number} of ${of} of ${fileText(path)}`
}

function fileText(path: string): string {
  return /^[\w./-]{1,80}$/.test(path) ? path : quote(path)
}

/** Who rejected what, and why, as part of a sentence. What a person wrote stands in quotes too. */
export function rejectedText({ by, reason, judged, ...part }: Omit<RejectedPart, 'hunk'>): string {
  const before = judged.some(({ path }) => path === part.path) ? undefined : judged.at(-1)
  const what = `${placeText(part)}${before === undefined ? '' : `, which was in ${fileText(before.path)}`}`
  return reason === '' ? `${by} rejected ${what}` : `${by} rejected ${what} (${quote(reason)})`
}
