import type { PersonId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'

/** The message of the one commit that a phase becomes: what it was about, and who looked at it. */
export function mergeMessage(pull: Pull, reviewers: readonly PersonId[]): string {
  const { title, branch, description, id } = pull
  const subject = oneLine(title) === '' ? branch : oneLine(title)
  // A line of the agent's that looks like a trailer would pass for one of ours.
  const body = description.trim().replaceAll(/^(?=[A-Za-z-]+-by:|Leeway-)/gim, '> ')
  const trailers = [...reviewers.map((name) => `Reviewed-by: ${name}`), `Leeway-Pull: ${id}`]
  return [subject, ...(body === '' ? [] : [body]), trailers.join('\n')].join('\n\n')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
}
