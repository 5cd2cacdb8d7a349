import type { Catalog } from '../policy/catalog.ts'
import type { Answer } from './answer-block.ts'

/** The commands that answer every line by itself, each loaded only by who answers its lines. */
const LINE_ANSWERS = {
  decide: async (catalog: Catalog): Promise<Answer> => (await import('./decide-answer.ts')).decideAnswer(catalog),
  compare: async (catalog: Catalog): Promise<Answer> => (await import('./compare-answer.ts')).compareAnswer(catalog),
} as const

/** A command that answers every line by itself. */
export type LineCommand = keyof typeof LINE_ANSWERS

/** Makes ready what answers the lines of a command, in whichever thread that is. */
export function openAnswer(command: LineCommand, catalog: Catalog): Promise<Answer> {
  return LINE_ANSWERS[command](catalog)
}
