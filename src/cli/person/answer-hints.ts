import type { AnswerKind } from '../../model/review.ts'

const HINTS: readonly (readonly [answer: AnswerKind, command: (id: string) => string])[] = [
  ['approve', (id) => `leeway approve ${id}`],
  ['respond', (id) => `leeway respond ${id} --value JSON`],
  ['reject', (id) => `leeway reject ${id} --reason WHY`],
]

/** The commands that give the usual answers, of those that are taken. */
export function answerHints(taken: readonly AnswerKind[], id: string): readonly string[] {
  return HINTS.filter(([answer]) => taken.includes(answer)).map(([, command]) => command(id))
}
