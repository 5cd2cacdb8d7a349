import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { useHotkeys } from '../keys/use-hotkeys.ts'
import { focusDrawnRow } from './focus-row.ts'
import type { InboxItem } from './inbox-item.ts'
import { placeOf } from './item-place.ts'
import type { Quick } from './preview.tsx'

const GROUP = 'Inbox'

/** The whole inbox by keyboard; each key does what a visible control does. */
export function useInboxKeys({
  items,
  current,
  onMove,
  onAnswer,
  onMark,
}: {
  readonly items: readonly InboxItem[]
  readonly current: number
  readonly onMove: (id: string) => void
  readonly onAnswer: (answer: Quick) => void
  readonly onMark: (id: string) => void
}): void {
  const navigate = useNavigate()
  const item = items[current]
  const move = (by: number) => {
    const next = items[Math.max(0, Math.min(items.length - 1, current + by))]
    if (next === undefined) return
    // The focus is there before the next key is: what a dialog comes back to and what Enter opens is the row that is shown as chosen.
    if (focusDrawnRow(next.id)) return onMove(next.id)
    flushSync(() => onMove(next.id))
    focusDrawnRow(next.id)
  }
  useHotkeys([
    { keys: 'j', label: 'Next row', group: GROUP, run: () => move(1) },
    { keys: 'k', label: 'Row before', group: GROUP, run: () => move(-1) },
    { keys: 'Enter', label: 'Open', group: GROUP, run: () => item && void navigate(placeOf(item)) },
    { keys: 'y', label: 'Approve', group: GROUP, run: () => onAnswer('approve') },
    { keys: 'n', label: 'Reject', group: GROUP, run: () => onAnswer('reject') },
    { keys: 'x', label: 'Select', group: GROUP, run: () => item?.is === 'held' && onMark(item.id) },
    { keys: '/', label: 'Filter', group: GROUP, run: () => document.getElementById('inbox-filter')?.focus() },
  ])
}
