import { useEffect, useSyncExternalStore } from 'react'
import { pieces } from './visible.tsx'

/** What just happened: our words, and what they are about, which may be somebody else's. */
export interface Toast {
  readonly id: number
  readonly tone: 'allow' | 'ask' | 'deny'
  readonly text: string
  readonly about?: string | undefined
  /** It is about what is on this page, and goes when that does. */
  readonly isHere?: boolean
  /** Brings back what is gone. */
  readonly undo?: () => void
}

const SHOWN_MS = 8000
/** Whoever sees that it was the wrong one has to read what it says first, and to reach the button. */
const UNDO_MS = 20_000
let shown: Toast | undefined
let next = 1
const watchers = new Set<() => void>()

/** Says at the top of the page, and to screen readers, what just happened. What is said last takes the place of what was said before. */
export function say(tone: Toast['tone'], text: string, about?: string): void {
  put({ tone, text, about })
}

/** Says why something can't be done on this page, until that is left. */
export function sayWhyNot(text: string): void {
  put({ tone: 'ask', text, isHere: true })
}

/** Says that something is gone, with the way to have it back for as long as that is said. */
export function sayGone(text: string, undo: () => void): void {
  put({ tone: 'allow', text, undo })
}

/** Says no more that something can be had back. */
export function endUndo(): void {
  if (shown?.undo !== undefined) set(undefined)
}

/** Takes back what was said by such a control as soon as that is no longer why it can't be used. */
export function useWhyNot(why: string | null): void {
  useEffect(
    () => () => {
      if (why !== null && shown?.isHere === true && shown.text === why) set(undefined)
    },
    [why],
  )
}

/** Takes back, with the page, what was said of it. */
export function useLeaving(page: string): void {
  useEffect(
    () => () => {
      if (shown?.isHere === true) set(undefined)
    },
    [page],
  )
}

function put(toast: Omit<Toast, 'id'>): void {
  const id = next
  next += 1
  set({ ...toast, id })
  setTimeout(
    () => {
      if (shown?.id === id) set(undefined)
    },
    toast.undo === undefined ? SHOWN_MS : UNDO_MS,
  )
}

/** Said after work was sent back; no longer true once the agent has brought it anew. */
export const WITH_AGENT = 'The work is with the agent again.'
export const TAKEN_BACK = 'The approval is taken back, and nothing is merged. The work is with the agent again.'
/** Said after it was approved; no longer true once it is merged. */
export const WILL_MERGE = 'It is approved, and will be merged.'

const PASSING: ReadonlySet<string | undefined> = new Set([WITH_AGENT, TAKEN_BACK, WILL_MERGE])

/** Takes them back as soon as they are no longer true. */
export function useBackAgain(isBack: boolean): void {
  useEffect(() => {
    if (isBack && PASSING.has(shown?.text)) set(undefined)
  }, [isBack])
}

function set(toast: Toast | undefined): void {
  shown = toast
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** What is said at this moment. */
export function useToast(): Toast | undefined {
  return useSyncExternalStore(watch, () => shown)
}

/** The one live region of the page. It has a place of its own in the bar at the top, so that it never lies over a control. */
export function Toasts() {
  const toast = useToast()
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toast && (
        <p key={toast.id} className={`toast fades ${toast.tone}`}>
          {toast.text}
          {toast.about !== undefined && <bdi> {pieces(toast.about)}</bdi>}
        </p>
      )}
      {toast?.undo !== undefined && <Undo undo={toast.undo} />}
    </div>
  )
}

function Undo({ undo }: { readonly undo: () => void }) {
  const onClick = () => {
    endUndo()
    undo()
  }
  return (
    <button type="button" className="button" onClick={onClick}>
      Undo
    </button>
  )
}
