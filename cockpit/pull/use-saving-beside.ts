import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { PullId } from '../../src/model/ids.ts'
import { withUnsent } from '../../src/model/with-unsent.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import { useConnection } from '../data/use-connection.ts'
import { putIntoPull } from '../data/use-pull.ts'
import { pauseFor } from './pause-for.ts'
import { type Beside, changeBeside } from './save-beside.ts'
import { useInTurn } from './use-in-turn.ts'

const AGAIN_MS = 5000

/**
 * Keeps on the server what a review has beside its comments, a moment after it was written: verdicts, words on the whole, and replies. Gives
 * why it does not have it. With no pull request nothing is sent: what is over takes none.
 */
export function useSavingBeside(pull: PullId | null, kept: Beside, onSaved: (sent: Beside) => void): string | null {
  const [problem, setProblem] = useState<string | null>(null)
  const [turn, setTurn] = useState(0)
  const connection = useConnection()
  const client = useQueryClient()
  const inTurn = useInTurn()
  const { unsaved, text, verdicts, replies } = kept
  const sent = useMemo(() => ({ unsaved, text, verdicts, replies }), [unsaved, text, verdicts, replies])
  const told = useRef(onSaved)
  told.current = onSaved
  useEffect(() => {
    if (pull === null || sent.unsaved.length === 0 || connection === 'lost') return
    let again: ReturnType<typeof setTimeout> | undefined
    let isOld = false
    const change = changeBeside(sent)
    const done = () => {
      setProblem(null)
      putIntoPull(client, pull, (view) => ({ ...view, unsent: withUnsent(view.unsent, change) }))
      told.current(sent)
    }
    const failed = (error: unknown) => {
      setProblem(errorText(error))
      again = setTimeout(() => setTurn((count) => count + 1), AGAIN_MS)
    }
    const save = async (signal: AbortSignal) => {
      // Something newer waits behind it.
      if (!isOld) await api.call('save_unsent', { pull, ...change }, { signal }).then(done, failed)
    }
    const timer = setTimeout(() => inTurn(save), pauseFor(change))
    return () => {
      isOld = true
      clearTimeout(timer)
      clearTimeout(again)
    }
  }, [pull, sent, connection, turn, client, inTurn])
  return problem
}
