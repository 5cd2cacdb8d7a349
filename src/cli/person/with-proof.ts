import type { Desk } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { Io } from '../io.ts'
import { askLine, isTerminal } from './terminal.ts'

/** Answers, with the passphrase where that is asked for. */
export async function withProof<Result>(
  desk: Desk,
  io: Io,
  answer: (proof: { readonly passphrase?: string }) => Promise<Result>,
): Promise<Result> {
  try {
    return await answer({})
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'step_up_needed' || !isTerminal(io)) throw error
    // Whoever has none is told so before they are asked for it.
    if (!(await desk.me()).has_passphrase) throw error
    return answer({ passphrase: await askLine(io, 'This can not be undone. Your passphrase:', { secret: true }) })
  }
}
