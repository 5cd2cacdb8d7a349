import * as z from 'zod'
import { ObjectName } from './object-name.ts'
import { RemarkAnswer } from './remark-answer.ts'

const AgentAnswer = z.object({
  ...RemarkAnswer.unwrap().omit({ at: true }).shape,
  /** Where it was fixed. */
  commit: ObjectName.optional(),
})

/** What an answer of an agent is, for whoever gave none. */
export const WHAT_ANSWERS =
  'An answer is fixed, declined or question, has words, and where it names a commit, its whole name.'

/** Whether an agent has said something. Its words are often a model's, so that nothing is sure of them but what is looked at. */
export function isAnswer(given: unknown): boolean {
  return AgentAnswer.safeParse(given).success
}
