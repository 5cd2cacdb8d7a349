import { useMemo, useState } from 'react'
import type { Anchor } from '../../src/model/anchor.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import { suggesting } from '../../src/review/suggesting.ts'
import { sayGone } from '../parts/toasts.tsx'
import { newThreadId } from './new-thread-id.ts'
import { type ChosenLine, reachTo } from './reach-to.ts'
import { isSilent } from './unsent.ts'
import type { UnsentWords } from './use-unsent.ts'

/** The writing of comments that nobody sees yet. */
export interface Drafting {
  /** Drafts that are being written at this moment. */
  readonly open: ReadonlySet<string>
  /** The round that is on the screen. */
  readonly round: number
  /** Whether what is written can still be submitted. */
  readonly canSend: boolean
  /** Begins a comment on some lines, of the round that is on the screen unless another is named, or on the whole; gives its id. */
  readonly begin: (anchor: Anchor | null, kind?: Draft['kind'], of?: number) => string
  readonly edit: (id: string) => void
  readonly change: (id: string, change: Partial<Draft>) => void
  /** Closes the box and keeps what is in it. */
  readonly close: (id: string) => void
  /** Throws a draft away, and says how to have it back. */
  readonly drop: (draft: Draft) => void
  /** The draft whose other end is chosen next: whoever can't draw over lines has to name both. */
  readonly reaching: string | null
  readonly reach: (id: string | null) => void
  /** Takes that end. */
  readonly reachOn: (to: ChosenLine) => void
}

type Words = Pick<UnsentWords, 'change' | 'again'>
type Where = Pick<Drafting, 'round' | 'canSend'>

const EMPTY: ReadonlySet<string> = new Set()

/** Begins, changes and closes drafts. One that says nothing is gone when its box is closed. */
export function useDrafting({ change, again }: Words, { round, canSend }: Where): Drafting {
  const [opened, setOpen] = useState(EMPTY)
  const [reaching, reach] = useState<string | null>(null)
  return useMemo(() => {
    const idNow = (id: string) => again[id] ?? id
    const open = new Set([...opened].map(idNow))
    const close = (id: string) => {
      setOpen((before) => new Set([...before].filter((other) => idNow(other) !== id)))
      reach(null)
    }
    const drop = (gone: Draft) => {
      close(gone.id)
      throwAway(gone, change)
    }
    return {
      open,
      round,
      canSend,
      begin: (anchor, kind = 'blocking', of = round) => {
        const id = newThreadId()
        const isSuggestion = kind === 'suggestion' && anchor?.side === 'new'
        const suggestion = isSuggestion ? suggesting(anchor.quote) : null
        change(({ drafts }) => ({
          drafts: [
            ...drafts.filter((draft) => !isIdle(draft, open)),
            { id, kind, text: '', anchor, suggestion, round: of },
          ],
        }))
        setOpen((before) => new Set(before).add(id))
        return id
      },
      edit: (id) => setOpen((before) => new Set(before).add(id)),
      change: (id, to) =>
        change(({ drafts }) => ({ drafts: drafts.map((draft) => (draft.id === id ? { ...draft, ...to } : draft)) })),
      close: (id) => {
        close(id)
        change(({ drafts }) => ({ drafts: drafts.filter((draft) => draft.id !== id || !isSilent(draft)) }))
      },
      drop,
      reaching,
      reach,
      reachOn: (to) => {
        change(({ drafts }) => ({
          drafts: drafts.map((draft) => (draft.id === reaching ? (reachTo(draft, to) ?? draft) : draft)),
        }))
        reach(null)
      },
    }
  }, [change, again, opened, reaching, round, canSend])
}

/** It can be had back under another id: the server may have been told that the old one is gone. */
function throwAway(gone: Draft, change: Words['change']): void {
  change(({ drafts }) => ({ drafts: drafts.filter(({ id }) => id !== gone.id) }))
  if (isSilent(gone)) return
  const back = { ...gone, id: newThreadId() }
  sayGone('Your draft is discarded.', () => change(({ drafts }) => ({ drafts: [...drafts, back] })))
}

/** An open box in which nothing was written: whoever clicks elsewhere means the other place. */
function isIdle(draft: Draft, open: ReadonlySet<string>): boolean {
  return open.has(draft.id) && isSilent(draft)
}
