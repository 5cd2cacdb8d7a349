import { useCallback, useState } from 'react'
import type { AnswerKind } from '../../src/model/review.ts'
import { DRAFTS } from '../data/forget-drafts.ts'
import { keepDraft } from '../data/keep-draft.ts'

/** An answer that is not given yet. */
export interface Draft {
  readonly answer: AnswerKind
  readonly text: string
  /** The edited arguments as they are typed; undefined until somebody edits. */
  readonly args?: string | undefined
  /** The response as JSON, as it is typed. */
  readonly value?: string | undefined
}

const EMPTY: Draft = { answer: 'approve', text: '' }

/** A half-typed answer, kept in this browser for exactly this revision: it survives reloads and restarts of the server. */
export function useDraft(checkpoint: string, revision: number) {
  const key = `${DRAFTS}${checkpoint}:${revision}`
  const [held, setHeld] = useState(() => ({ key, draft: read(key) }))
  // Another revision has a draft of its own.
  if (held.key !== key) setHeld({ key, draft: read(key) })
  const change = useCallback(
    (to: Partial<Draft>) =>
      setHeld((before) => {
        const draft = { ...before.draft, ...to }
        keepDraft(localStorage, key, { ...draft, at: Date.now() })
        return { key, draft }
      }),
    [key],
  )
  const clear = useCallback(() => {
    localStorage.removeItem(key)
    setHeld({ key, draft: EMPTY })
  }, [key])
  return { draft: held.key === key ? held.draft : EMPTY, change, clear }
}

function read(key: string): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...EMPTY, ...kept } : EMPTY
  } catch {
    return EMPTY
  }
}
