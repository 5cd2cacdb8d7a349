import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckpointView } from '../../src/api/views.ts'
import type { AnswerKind } from '../../src/model/review.ts'
import { errorText } from '../data/error-text.ts'
import { type GivenAnswer, giveAnswer } from '../data/give-answer.ts'
import { say } from '../parts/toasts.tsx'

/** The sending of answers, and what came of the last. */
export interface Answering {
  readonly isBusy: boolean
  readonly error: string | null
  readonly send: (answer: Pick<GivenAnswer, 'review' | 'code'>) => Promise<void>
}

/** Sends answers to what is shown. */
export function useAnswering({ checkpoint }: CheckpointView, onDone: (answer: AnswerKind) => void): Answering {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  return {
    isBusy,
    error,
    send: async ({ review, code }) => {
      setBusy(true)
      setError(null)
      try {
        const { missing, status } = await giveAnswer(client, { checkpoint, review, code })
        say('allow', saidOf(review.answer, status, missing))
        onDone(review.answer)
      } catch (thrown) {
        setError(errorText(thrown))
        say('deny', errorText(thrown))
      } finally {
        setBusy(false)
      }
    },
  }
}

function saidOf(answer: string, status: string, missing: number): string {
  if (status !== 'pending') return `It is ${status}. The agent goes on as soon as it looks.`
  if (answer === 'edit') return 'The edit is saved as a new revision.'
  if (answer === 'comment') return 'Your comment is there.'
  if (answer === 'request_changes') return 'The work is with the agent again.'
  return `Your approval counts. ${missing} more ${missing === 1 ? 'is' : 'are'} needed.`
}
