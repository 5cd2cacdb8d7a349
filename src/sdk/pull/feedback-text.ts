import type { Remark } from '../../model/checkpoint.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import { talkOf } from '../../model/talk.ts'
import { whoseCommit } from '../../model/whose-commit.ts'
import type { Feedback, FeedbackVerdict } from './feedback.ts'
import type { QuotedPart } from './quoted-part.ts'

const VERDICTS: Readonly<Record<FeedbackVerdict, string>> = {
  approved: 'It is approved. Answer what is asked; what you change beside that is reviewed anew.',
  changes_requested: 'Changes are requested.',
  pushed: 'Somebody has pushed to the branch.',
  behind_main: 'Main has moved, so that the work is looked at again on top of it.',
}

/** Lies on the branch between two rounds, and is no part of what is offered. */
export const FEEDBACK = 'feedback.md'

/** A review for agents that read files, and people who look over their shoulder: what `feedback.md` holds. */
export function feedbackText(feedback: Feedback): string {
  const { verdict, text, threads, unanswered, remarks, rejected, commits, conflicts } = feedback
  const owed = new Set<string>(unanswered)
  const isOwed = ({ id }: ReviewThread) => owed.has(id)
  return [
    '# Review\n',
    `${VERDICTS[verdict]}\n`,
    ...(text === '' ? [] : [`${text}\n`]),
    ...section('Conflicts with main', conflicts.map(item)),
    ...section('To answer', [...threads.filter(isOwed).map(threadText), ...remarks.map(remarkText)]),
    ...section('Answered, and not resolved', threads.filter((thread) => !isOwed(thread)).map(threadText)),
    ...section('Rejected', rejected.map(rejectedText)),
    ...section(
      'Commits by people',
      commits.map((commit) => item(`${commit.commit.slice(0, 10)} ${whoseCommit(commit)}: ${commit.message}`)),
    ),
  ].join('\n')
}

const item = (text: string): string => `- ${text}`

function section(title: string, parts: readonly string[]): readonly string[] {
  return parts.length === 0 ? [] : [`## ${title}\n\n${parts.join('\n')}\n`]
}

function remarkText({ number, by, text }: Remark): string {
  return `### Remark ${number}, on the whole\n\n${item(`${by.id}: ${text}`)}\n`
}

const indented = (lines: readonly string[]) => lines.map((text) => `    ${text}`)

/** Lines of a file, as people count them. */
function linesText(first: number, last: number): string {
  return first === last ? `${first}` : `${first}-${last}`
}

function rejectedText({ path, was, returned, reason, place, quote }: QuotedPart): string {
  const before = was === null ? '' : ` (rejected in ${was})`
  const why = `${reason || 'not as it is'}${returned ? ' It came back as it was.' : ''}`
  if (place === null) return item(`${path}${before}: ${why}`)
  const { start, count } = place.new.count > 0 ? place.new : place.old
  const where = `${path}:${linesText(start, start + count - 1)}${place.new.count > 0 ? '' : ' as it was'}`
  return [item(`${where}${before}: ${why}`), '', ...indented(quote), ''].join('\n')
}

function threadText(thread: ReviewThread): string {
  const { id, kind, anchor, suggestion, applied } = thread
  const quote = anchor === null ? [] : [...indented(anchor.quote), '']
  const instead = suggestion === null ? [] : ['', 'Suggested instead:', '', ...indented(suggestion.split('\n'))]
  const done = applied === null ? [] : ['', `Applied by ${applied.by.id} in ${applied.commit.slice(0, 10)}.`]
  const head = `### ${id} (${kind}), ${placeText(thread)}`
  return [head, '', ...quote, ...saidIn(thread), ...instead, ...done, ''].join('\n')
}

function saidIn(thread: ReviewThread): readonly string[] {
  return talkOf(thread).map((said) =>
    item('did' in said ? `you (${said.did}): ${said.text}` : `${said.by.id}: ${said.text}`),
  )
}

function placeText({ anchor, place, round }: ReviewThread): string {
  if (anchor === null) return 'on the whole'
  const was = anchor.side === 'old' ? ' as it was' : ''
  if (place === null)
    return `${anchor.path}:${linesText(anchor.first, anchor.last)}${was} in round ${round} (these lines are gone)`
  return `${place.path}:${linesText(place.first, place.last)}${was}`
}
