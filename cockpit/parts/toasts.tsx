import { useSyncExternalStore } from 'react'

/** What just happened, in a sentence. */
export interface Toast {
  readonly id: number
  readonly tone: 'allow' | 'ask' | 'deny'
  readonly text: string
}

const SHOWN_MS = 6000
let toasts: readonly Toast[] = []
let next = 1
const watchers = new Set<() => void>()

/** Says in a corner of the page, and to screen readers, what just happened. */
export function say(tone: Toast['tone'], text: string): void {
  const id = next
  next += 1
  set([...toasts.slice(-2), { id, tone, text }])
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), SHOWN_MS)
}

function set(all: readonly Toast[]): void {
  toasts = all
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The one live region of the page, and the corner where it is seen. */
export function Toasts() {
  const shown = useSyncExternalStore(watch, () => toasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, tone, text }) => (
        <p key={id} className={`notice fades ${tone}`}>
          {text}
        </p>
      ))}
    </div>
  )
}
