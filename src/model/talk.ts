import type { ReviewThread, ThreadAnswer } from './review-thread.ts'

type Message = ReviewThread['messages'][number]

/** What people said on a thread and what the agent answered, in the order in which it came. */
export function talkOf({
  messages,
  answers,
}: Pick<ReviewThread, 'messages' | 'answers'>): readonly (Message | ThreadAnswer)[] {
  return [...messages, ...answers].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}
