import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckpointView } from '../../src/api/views.ts'
import type { CheckpointStatus } from '../../src/model/checkpoint-status.ts'
import { isAlone } from '../../src/model/presence-text.ts'
import type { AnswerKind } from '../../src/model/review.ts'
import { errorText } from '../data/error-text.ts'
import { type GivenAnswer, giveAnswer } from '../data/give-answer.ts'
import { useFailure } from '../data/use-failure.ts'
import { useHaltOver } from '../data/use-kill-switch.ts'
import { askedText } from '../parts/asked-parts.ts'
import { say, WITH_AGENT } from '../parts/toasts.tsx'

/** The sending of answers, and what came of the last. */
export interface Answering {
  readonly isBusy: boolean
  readonly error: string | null
  readonly send: (answer: Pick<GivenAnswer, 'review' | 'proof'>) => Promise<void>
}

/** Sends answers to what is shown. */
export function useAnswering({ checkpoint, line }: CheckpointView, onDone: (answer: AnswerKind) => void): Answering {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { text: error, note } = useFailure()
  const isHalted = useHaltOver(line) !== undefined
  return {
    isBusy,
    error,
    send: async ({ review, proof }) => {
      setBusy(true)
      note(null)
      try {
        const { missing, status, presence } = await giveAnswer(client, { checkpoint, review, proof })
        const { text, about } = saidOf(review.answer, status, missing)
        if (isHalted && status === 'approved') say('ask', APPROVED_HALTED, askedText(checkpoint, 'then'))
        else if (status === 'approved' && isAlone(presence)) say('ask', APPROVED_ALONE, askedText(checkpoint, 'then'))
        else say('allow', text, about ? askedText(checkpoint, 'then') : undefined)
        onDone(review.answer)
      } catch (thrown) {
        note(thrown)
        say('deny', errorText(thrown))
      } finally {
        setBusy(false)
      }
    },
  }
}

/** What an approval comes to while the kill switch is on; what it was about follows. */
export const APPROVED_HALTED = 'Approved, and nothing runs until the kill switch is off:'

/** The same where no process waits for it. */
export const APPROVED_ALONE = 'Approved. No process waits for it at this moment:'

/** What came of an answer; where it is over, what it was about follows. */
function saidOf(answer: string, status: CheckpointStatus, missing: number): { text: string; about?: true } {
  if (status !== 'pending') return { text: `${status.charAt(0).toUpperCase()}${status.slice(1)}:`, about: true }
  if (answer === 'edit') return { text: 'The edit is saved as a new revision.' }
  if (answer === 'comment') return { text: 'Your comment is there.' }
  if (answer === 'request_changes') return { text: WITH_AGENT }
  return { text: `Your approval counts. ${missing} more ${missing === 1 ? 'is' : 'are'} needed.` }
}
