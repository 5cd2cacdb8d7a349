import { addressOf } from '../../model/actor.ts'
import { beginningOf } from '../../model/beginning-of.ts'
import type { PersonId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { LONGEST_TITLE } from './pull-words.ts'

/**
 * The message of the one commit that a phase becomes: what it was about, who has a part in it beside the agent, and who looked at it. Who
 * has a part is known by who put it there; what a commit says of its author anybody can write.
 */
export function mergeMessage(pull: Pull, reviewers: readonly PersonId[]): string {
  const { title, branch, description, id, pushed_by } = pull
  const subject = oneLine(title) === '' ? branch : oneLine(title)
  // A line of the agent's that looks like a trailer would pass for one of ours.
  const body = description.trim().replaceAll(/^(?=[A-Za-z-]+-by\s*:|Leeway-)/gim, '> ')
  const trailers = [
    ...pushed_by.map((name) => `Co-authored-by: ${name} <${addressOf({ kind: 'person', id: name })}>`),
    ...reviewers.map((name) => `Reviewed-by: ${name}`),
    `Leeway-Pull: ${id}`,
  ]
  return [subject, ...(body === '' ? [] : [body]), trailers.join('\n')].join('\n\n')
}

function oneLine(text: string): string {
  return beginningOf(text.replaceAll(/\s+/g, ' ').trim(), LONGEST_TITLE)
}
