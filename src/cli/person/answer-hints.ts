import type { Checkpoint } from '../../model/checkpoint.ts'
import type { AnswerKind } from '../../model/review.ts'

const HINTS: readonly (readonly [answer: AnswerKind, command: (id: string) => string])[] = [
  ['approve', (id) => `leeway approve ${id}`],
  ['respond', (id) => `leeway respond ${id} --value JSON`],
  ['reject', (id) => `leeway reject ${id} --reason WHY`],
]

/** The commands that give the usual answers, of those that are taken at this moment of any of these. */
export function answerHints(asked: readonly Pick<Checkpoint, 'terms' | 'sent_back'>[], id: string): readonly string[] {
  const taken = new Set(asked.flatMap(takenNow))
  return HINTS.filter(([answer]) => taken.has(answer)).map(([, command]) => command(id))
}

/** While the agent has it, people can only end it. */
function takenNow({ terms, sent_back }: Pick<Checkpoint, 'terms' | 'sent_back'>): readonly AnswerKind[] {
  return sent_back ? terms.answers.filter((answer) => answer === 'reject') : terms.answers
}
