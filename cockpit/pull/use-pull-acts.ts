import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GivenTo } from '../../src/api/operations.ts'
import type { PullView } from '../../src/api/pull-views.ts'
import { owedOn } from '../../src/model/owed-on.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import { underKey } from '../data/under-key.ts'
import { useHaltOver } from '../data/use-kill-switch.ts'
import { pullQuery } from '../data/use-pull.ts'
import type { GivenProof } from '../parts/step-up.tsx'
import { say, TAKEN_BACK, WILL_MERGE, WITH_AGENT } from '../parts/toasts.tsx'

type Submitted = Omit<GivenTo<'submit_review'>, 'pull' | 'head' | 'content_hash' | keyof GivenProof>

/** What changes a pull request on the server, one at a time. */
export interface PullActs {
  readonly isBusy: boolean
  /** Gives whether it worked; what went wrong is said. */
  readonly submit: (review: Submitted, proof: GivenProof) => Promise<boolean>
  readonly talk: (said: Omit<GivenTo<'talk_in_thread'>, 'pull'>) => Promise<boolean>
  /** On the head that was edited; the newest where it is left out. */
  readonly commit: (
    given: Omit<GivenTo<'commit_files'>, 'pull' | 'head'> & Partial<Pick<GivenTo<'commit_files'>, 'head'>>,
  ) => Promise<boolean>
}

/** Sends reviews, replies and commits about exactly what is on the screen. */
export function usePullActs({ pull: shown, checkpoint }: PullView): PullActs {
  const { id: pull, head } = shown
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const isHalted = useHaltOver([shown]) !== undefined
  const run = async (work: () => Promise<string>): Promise<boolean> => {
    setBusy(true)
    try {
      say('allow', await work())
      return true
    } catch (error) {
      say('deny', errorText(error))
      return false
    } finally {
      await client.invalidateQueries({ queryKey: pullQuery(pull).queryKey })
      setBusy(false)
    }
  }
  return {
    isBusy,
    submit: (review, proof) =>
      run(async () => {
        const given = { pull, head, content_hash: checkpoint?.content_hash ?? '', ...review }
        const { status, missing } = await underKey(given, (key) =>
          api.call('submit_review', { ...given, ...proof }, { key }),
        )
        const isOwed = owedOn(shown, checkpoint) + (review.threads?.length ?? 0) > 0
        // Whoever says no to what others approved is answered with what became of that: it is approved still, and void.
        const isNo = review.answer === 'request_changes' || review.answer === 'reject'
        if (status === 'approved' && isNo) return TAKEN_BACK
        if (status !== 'approved') return saidOf(review.answer, missing)
        return isHalted ? HALTED : willCome(shown, isOwed)
      }),
    talk: (said) =>
      run(async () => {
        await api.call('talk_in_thread', { pull, ...said }, { key: crypto.randomUUID() })
        return SAID[said.do]
      }),
    commit: (given) =>
      run(async () => {
        const all = { pull, head, ...given }
        const { round } = await underKey({ head: all.head, given }, (key) => api.call('commit_files', all, { key }))
        return `It is on the branch: round ${round}.`
      }),
  }
}

const SAID = { reply: 'Your reply is there.', resolve: 'The thread is resolved.', reopen: 'The thread is open again.' }

const ANSWERS_FIRST = 'It is approved. The agent answers what was said first.'
const ANEW = 'It is approved, and is not merged as it is: main has moved on, and the agent has to bring it anew.'

function willCome({ behind }: PullView['pull'], isOwed: boolean): string {
  if (behind !== undefined) return ANEW
  return isOwed ? ANSWERS_FIRST : WILL_MERGE
}

const HALTED = 'It is approved, and nothing is merged until the kill switch is off.'

function saidOf(answer: string, missing: number): string {
  if (answer === 'reject') return 'It is rejected and closed. Nothing of it is merged.'
  if (answer === 'request_changes') return WITH_AGENT
  if (answer === 'comment') return 'Your comments are there.'
  return `Your approval counts. ${missing} more ${missing === 1 ? 'is' : 'are'} needed.`
}
