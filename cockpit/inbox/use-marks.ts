import { useCallback, useMemo, useRef, useState } from 'react'
import type { InboxItem } from './inbox-item.ts'

/** Which rows are selected. A row that was answered elsewhere is selected no longer. */
export function useMarks(items: readonly InboxItem[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const marked = useMemo(() => {
    if (chosen.size === 0) return chosen
    return new Set(items.filter(({ id, is }) => is === 'held' && chosen.has(id)).map(({ id }) => id))
  }, [items, chosen])
  const shown = useRef(items)
  shown.current = items
  // Always the same function, so that rows are drawn anew only when they change.
  const mark = useCallback((id: string, isMarked: boolean, isRange: boolean) => {
    const ids = isRange ? between(shown.current, last.current, id) : [id]
    last.current = id
    setChosen((before) =>
      isMarked ? new Set([...before, ...ids]) : new Set([...before].filter((one) => !ids.includes(one))),
    )
  }, [])
  return {
    marked,
    mark,
    toggle: (id: string) => mark(id, !marked.has(id), false),
    clear: () => setChosen(new Set()),
  }
}

function between(items: readonly InboxItem[], from: string | undefined, to: string): readonly string[] {
  const [a, b] = [from, to].map((id) => items.findIndex((item) => item.id === id)) as [number, number]
  if (a < 0 || b < 0) return [to]
  return items
    .slice(Math.min(a, b), Math.max(a, b) + 1)
    .filter(({ is }) => is === 'held')
    .map(({ id }) => id)
}
