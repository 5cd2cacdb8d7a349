import { refuseUnfitAnswers, refuseUnfitWords } from '../../engine/pull/pull-words.ts'
import { isAnswer } from '../../model/agent-answer.ts'
import type { PhaseReport } from './phase-work.ts'

/** What is wrong with the words of a round is said before anything of it is committed. */
export function refuseUnfitReport({ title, description, answers = [], remarks = [] }: PhaseReport): void {
  refuseUnfitWords({ title, description })
  refuseUnfitAnswers(answers.filter(isAnswer).map(({ thread, text }) => ({ to: `thread ${thread}`, text })))
  refuseUnfitAnswers(remarks.filter(isAnswer).map(({ number, text }) => ({ to: `remark ${number}`, text })))
}
