import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PullView } from '../../src/api/pull-views.ts'
import { AppError } from '../../src/model/errors.ts'
import type { PullId, ThreadId } from '../../src/model/ids.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import { useConnection } from '../data/use-connection.ts'
import { pullQuery, putIntoPull } from '../data/use-pull.ts'
import { joinUnsent } from './join-unsent.ts'
import { keepUnsent, takeUnsent } from './kept-unsent.ts'
import { newThreadId } from './new-thread-id.ts'
import type { Unsent } from './parts-of-unsent.ts'
import { pauseFor } from './pause-for.ts'
import { savedBeside } from './save-beside.ts'
import { afterReview, changeUnsent, type Kept, saying, toSave } from './unsent.ts'
import { useInTurn } from './use-in-turn.ts'
import { useSavingBeside } from './use-saving-beside.ts'

const AGAIN_MS = 5000
/** Another page of this browser may be open at the same pull request. */
const PAGE: string = crypto.randomUUID()

/** What is written and not submitted, and the way to change it. */
export interface UnsentWords extends Unsent, Pick<Kept, 'again'> {
  readonly change: (change: Partial<Unsent> | ((before: Unsent) => Partial<Unsent>)) => void
  /** Lets go of what a review has said, with these drafts. */
  readonly clear: (sent: readonly ThreadId[]) => void
  /** Why the server does not have it yet; this browser always has. */
  readonly problem: string | null
}

/** Keeps every word in this browser at once, and on the server a moment later: neither Esc, a reload nor a dead server loses one. */
export function useUnsent({ pull: { id: pull, status }, drafts: saved, unsent, threads }: PullView): UnsentWords {
  const [kept, setKept] = useState(() => {
    const before = takeUnsent(localStorage, { pull, page: PAGE })
    return keepUnsaved(pull, before, joinUnsent(before, { drafts: saved, unsent, threads }, idMaker()))
  })
  useEffect(() => {
    // Another page may have submitted or changed them.
    const newId = idMaker()
    setKept((before) => keepUnsaved(pull, before, joinUnsent(before, { drafts: saved, unsent, threads }, newId)))
  }, [pull, saved, unsent, threads])
  // What is over takes no more words.
  const open = status === 'open' ? pull : null
  const problem = useSaving(open, kept, setKept)
  const problemBeside = useSavingBeside(open, kept, (sent) =>
    setKept((before) => keep(pull, savedBeside(before, sent))),
  )
  const change = useCallback<UnsentWords['change']>(
    (given) =>
      setKept((before) =>
        keep(pull, changeUnsent(before, typeof given === 'function' ? given(before) : given, Date.now())),
      ),
    [pull],
  )
  const clear = useCallback<UnsentWords['clear']>(
    (sent) => setKept((before) => keep(pull, afterReview(before, sent, Date.now()))),
    [pull],
  )
  const { drafts, verdicts, text, replies, again } = kept
  return { drafts, verdicts, text, replies, again, change, clear, problem: problem ?? problemBeside }
}

function keep(pull: PullId, kept: Kept): Kept {
  return keepUnsent(localStorage, { pull, page: PAGE }, kept)
}

/** What the server has as well need not be written down. */
function keepUnsaved(pull: PullId, before: Kept, after: Kept): Kept {
  const isSaved = after.isSaved && after.unsaved.length === 0
  return after === before || isSaved ? after : keep(pull, after)
}

/** Gives the same new id whenever it is asked about the same draft. */
function idMaker(): (old: ThreadId) => ThreadId {
  const made = new Map<ThreadId, ThreadId>()
  return (old) => {
    const id = made.get(old) ?? newThreadId()
    made.set(old, id)
    return id
  }
}

function useSaving(pull: PullId | null, kept: Kept, setKept: (next: (before: Kept) => Kept) => void): string | null {
  const [problem, setProblem] = useState<string | null>(null)
  const [turn, setTurn] = useState(0)
  const connection = useConnection()
  const client = useQueryClient()
  const inTurn = useInTurn()
  const { drafts, removed, isSaved } = kept
  const latest = useRef(drafts)
  latest.current = drafts
  useEffect(() => {
    if (pull === null || isSaved || connection === 'lost') return
    let again: ReturnType<typeof setTimeout> | undefined
    let isOld = false
    const done = () => {
      setProblem(null)
      // Whatever was written or submitted since is newer than what the server has just kept.
      if (latest.current === drafts) putIntoPull(client, pull, (view) => ({ ...view, drafts: saying(drafts) }))
      setKept((before) => {
        if (before.drafts !== drafts) return before
        return keep(pull, { ...before, isSaved: true, removed: [] })
      })
    }
    const failed = (error: unknown) => {
      if (latest.current !== drafts) return
      // It was submitted on another page, and this one has not heard of it: its words go on as a new draft once it has.
      const isTaken = error instanceof AppError && error.code === 'id_taken'
      if (isTaken) void client.invalidateQueries({ queryKey: pullQuery(pull).queryKey })
      setProblem(errorText(error))
      again = setTimeout(() => setTurn((count) => count + 1), AGAIN_MS)
    }
    const save = async (signal: AbortSignal) => {
      // Something newer waits behind it.
      if (!isOld) await api.call('save_drafts', { pull, ...toSave({ drafts, removed }) }, { signal }).then(done, failed)
    }
    const timer = setTimeout(() => inTurn(save), pauseFor(drafts))
    return () => {
      isOld = true
      clearTimeout(timer)
      clearTimeout(again)
    }
  }, [pull, drafts, removed, isSaved, connection, turn, setKept, client, inTurn])
  return problem
}
