import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { PullView } from '../../src/api/pull-views.ts'
import { DRAFTS } from '../data/forget-drafts.ts'
import { keepDraft } from '../data/keep-draft.ts'
import { endUndo, say, sayGone, sayWhyNot } from '../parts/toasts.tsx'
import { hashOf } from '../pull/line-link.ts'
import { changesNothing } from '../pull/unsent.ts'
import { usePullActs } from '../pull/use-pull-acts.ts'
import { useUnsent } from '../pull/use-unsent.ts'
import { suggestionOf } from './suggestion-of.ts'

/** The editing of one file. */
export interface Editing {
  readonly text: string
  readonly message: string
  readonly isBusy: boolean
  readonly setText: (text: string) => void
  readonly setMessage: (message: string) => void
  readonly commit: () => void
  readonly suggest: () => void
  readonly discard: () => void
}

const SAME_LINES =
  'A suggestion says lines, and these are the same: only what ends the last one differs. Commit it to the branch instead.'

/** Edits a file of a round. What is typed is kept in this browser until it is committed, suggested or discarded. */
export function useEditing(
  view: PullView,
  { path, round, before }: { readonly path: string; readonly round: number; readonly before: string },
  onDone: () => void,
): Editing {
  const { id: pull } = view.pull
  const { text, setText, forget } = useKeptText(`${DRAFTS}file:${pull}:${round}:${path}`, before)
  const why = useKeptText(`${DRAFTS}why:${pull}:${round}:${path}`, '')
  const message = why.text
  const navigate = useNavigate()
  const acts = usePullActs(view)
  const unsent = useUnsent(view)
  // Whoever begins anew has another text, over which the old one must not come.
  useEffect(endUndo, [])
  const head = view.rounds.find(({ number }) => number === round)?.head
  const edited = head === undefined ? {} : { head }
  const done = () => {
    forget()
    why.forget()
    onDone()
  }
  return {
    ...{ text, setText, message, setMessage: why.setText, isBusy: acts.isBusy },
    // Of the round that was edited: the server takes it on a newer one where this file is still the same, and nowhere else.
    commit: () =>
      void acts.commit({ ...edited, changes: { [path]: text }, message }).then((isDone) => isDone && done()),
    suggest: () => {
      const draft = suggestionOf({ path, round, before, after: text, message })
      // Who reads the same lines would not know what is wanted.
      if (changesNothing(draft)) return sayWhyNot(SAME_LINES)
      unsent.change(({ drafts }) => ({ drafts: [...drafts, draft] }))
      forget()
      why.forget()
      say('allow', 'Your suggestion is a draft. It goes out with your review.')
      const at = draft.anchor === null ? {} : { search: { file: path }, hash: hashOf(draft.anchor) }
      void navigate({ to: '/pulls/$pull', params: { pull }, ...at })
    },
    discard: () => {
      done()
      if (text === before && message === '') return
      sayGone('Your edit is discarded.', () => {
        setText(text)
        why.setText(message)
        void navigate({ to: '/pulls/$pull/files', params: { pull }, search: { path, round, edit: true } })
      })
    },
  }
}

function useKeptText(key: string, before: string) {
  const [text, setText] = useState(() => read(key) ?? before)
  return {
    text,
    setText: (to: string) => {
      keepDraft(localStorage, key, { text: to, at: Date.now() })
      setText(to)
    },
    forget: () => localStorage.removeItem(key),
  }
}

function read(key: string): string | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const text = (kept as { readonly text?: unknown } | null)?.text
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}
