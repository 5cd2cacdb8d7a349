import { answerCommand } from '../model/answer-command.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import { whyHeld } from '../model/why-held.ts'

/** What a gate throws that waits for a person, where its caller does not: why, and how a person answers it. */
export function held(checkpoint: Pick<Checkpoint, 'id' | 'decision' | 'terms'>): AppError {
  const { id, decision } = checkpoint
  const why = whyHeld(decision).replace(/^A person is asked, /, '')
  const message = `Checkpoint ${id} waits for a person: ${why}`
  return new AppError('held', [], { message, details: { checkpoint: id, next: `leeway ${answerCommand(checkpoint)}` } })
}
