import type { ReviewThread } from '../../model/review-thread.ts'
import { harmless } from '../text/harmless.ts'
import type { Page } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'

const SIGNS = { open: '●', addressed: '◐', outdated: '○', resolved: '✓' } as const

/** A thread with all that was said, and what the agent did about it. */
export function drawThread(thread: ReviewThread, page: Page): string {
  const { id, kind, state, anchor, place, messages, answers, suggestion, applied } = thread
  const where = anchor === null ? 'on the whole' : `${harmless(anchor.path)}:${place?.first ?? anchor.first}`
  const head = `${SIGNS[state]} ${kind}, ${state}  ${where}  ${id}`
  const gone = anchor !== null && place === null ? ['These lines are gone. They were:', ...anchor.quote] : []
  const lines = [
    ...gone.map(harmless),
    ...messages.flatMap(({ by, text }) => wrap(`${harmless(by.id)}: ${harmless(text)}`, page.width - 14)),
    ...(suggestion === null
      ? []
      : ['Suggested instead:', ...suggestion.split('\n').map((line) => `  ${harmless(line)}`)]),
    ...(applied === null ? [] : [`Applied by ${harmless(applied.by.id)} in ${applied.commit.slice(0, 10)}.`]),
    ...answers.flatMap(({ did, text, commit }) =>
      wrap(`agent: ${did}${commit === null ? '' : ` in ${commit.slice(0, 10)}`}. ${harmless(text)}`, page.width - 14),
    ),
  ]
  const bar = page.paint('dim', '          │')
  return [
    `${bar} ${page.paint(state === 'resolved' ? 'dim' : 'bold', head)}`,
    ...lines.map((line) => `${bar} ${line}`),
  ].join('\n')
}
