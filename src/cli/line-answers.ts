import { BUILT_IN_HEURISTICS } from '../frames/heuristics.ts'
import type { Catalog } from '../policy/catalog.ts'
import type { Answer, LineAnswerer } from './answer-block.ts'
import { AnswerMemory } from './answer-memory.ts'

/** The commands that answer every line by itself, each loaded only by who answers its lines. */
const LINE_ANSWERS = {
  decide: async (catalog: Catalog): Promise<Answer> => (await import('./decide-answer.ts')).decideAnswer(catalog),
  compare: async (catalog: Catalog): Promise<Answer> => (await import('./compare-answer.ts')).compareAnswer(catalog),
} as const

/** A command that answers every line by itself. */
export type LineCommand = keyof typeof LINE_ANSWERS

/** Makes ready what answers the lines of a command, in whichever thread that is. */
export async function openAnswerer(command: LineCommand, catalog: Catalog): Promise<LineAnswerer> {
  const answer = await LINE_ANSWERS[command](catalog)
  // A project's own heuristics are programs of which nobody knows whether they say the same twice.
  return { answer, memory: catalog.heuristics === BUILT_IN_HEURISTICS ? new AnswerMemory() : null }
}
