import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PullId } from '../../src/model/ids.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import { useConnection } from '../data/use-connection.ts'
import { putIntoPull } from '../data/use-pull.ts'
import { changeUnsent, joinUnsent, type Kept, readUnsent, saying, toSave, type Unsent, unsentKey } from './unsent.ts'

const PAUSE_MS = 700
const AGAIN_MS = 5000

/** What is written and not submitted, and the way to change it. */
export interface UnsentWords extends Unsent {
  readonly change: (change: Partial<Unsent> | ((before: Unsent) => Partial<Unsent>)) => void
  readonly clear: () => void
  /** Why the server does not have it yet; this browser always has. */
  readonly problem: string | null
}

/** Keeps every word in this browser at once, and on the server a moment later: neither Esc, a reload nor a dead server loses one. */
export function useUnsent(pull: PullId, saved: readonly Draft[]): UnsentWords {
  const [kept, setKept] = useState(() => joinUnsent(readUnsent(localStorage, pull), saved))
  const problem = useSaving(pull, kept, setKept)
  const change = useCallback<UnsentWords['change']>(
    (given) =>
      setKept((before) => {
        const after = changeUnsent(before, typeof given === 'function' ? given(before) : given, Date.now())
        localStorage.setItem(unsentKey(pull), JSON.stringify(after))
        return after
      }),
    [pull],
  )
  const clear = useCallback(
    () =>
      setKept(({ replies }) => {
        // A review says nothing in threads that are there already: what is being written in them stays.
        const after = { drafts: [], verdicts: [], text: '', replies, at: Date.now(), isSaved: true, removed: [] }
        localStorage.setItem(unsentKey(pull), JSON.stringify(after))
        return after
      }),
    [pull],
  )
  const { drafts, verdicts, text, replies } = kept
  return { drafts, verdicts, text, replies, change, clear, problem }
}

function useSaving(pull: PullId, kept: Kept, setKept: (next: (before: Kept) => Kept) => void): string | null {
  const [problem, setProblem] = useState<string | null>(null)
  const [turn, setTurn] = useState(0)
  const connection = useConnection()
  const client = useQueryClient()
  const { drafts, removed, isSaved } = kept
  const latest = useRef(drafts)
  latest.current = drafts
  useEffect(() => {
    if (isSaved || connection === 'lost') return
    let again: ReturnType<typeof setTimeout> | undefined
    const done = () => {
      setProblem(null)
      // Whatever was written or submitted since is newer than what the server has just kept.
      if (latest.current === drafts) putIntoPull(client, pull, (view) => ({ ...view, drafts: saying(drafts) }))
      setKept((before) => {
        if (before.drafts !== drafts) return before
        const after = { ...before, isSaved: true, removed: [] }
        localStorage.setItem(unsentKey(pull), JSON.stringify(after))
        return after
      })
    }
    const failed = (error: unknown) => {
      setProblem(errorText(error))
      again = setTimeout(() => setTurn((count) => count + 1), AGAIN_MS)
    }
    const save = () => api.call('save_drafts', { pull, ...toSave({ drafts, removed }) }).then(done, failed)
    const timer = setTimeout(() => void save(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      clearTimeout(again)
    }
  }, [pull, drafts, removed, isSaved, connection, turn, setKept, client])
  return problem
}
