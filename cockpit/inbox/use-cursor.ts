import { useEffect, useRef, useState } from 'react'
import { focusRow } from './focus-row.ts'
import type { InboxItem } from './inbox-item.ts'

/** Which row is looked at. When it is gone the next one takes its place, and the focus too if it went with the row. */
export function useCursor(items: readonly InboxItem[]) {
  const [currentId, setCurrent] = useState<string>()
  const found = items.findIndex(({ id }) => id === currentId)
  const lastAt = useLastPlace(found)
  const isGone = found < 0 && currentId !== undefined
  const current = isGone ? Math.min(lastAt, items.length - 1) : found
  const next = items[current]?.id
  const isLost = useRef(false)
  useEffect(() => {
    if (isGone && next !== undefined) {
      isLost.current = true
      setCurrent(next)
    }
    // A dialog has the focus until it closes, and that draws the page again.
    if (!isLost.current || next === undefined || document.querySelector('dialog[open]') !== null) return
    isLost.current = false
    if (document.activeElement === document.body) focusRow(next)
  })
  return { current, setCurrent }
}

/** Where the cursor last was. */
function useLastPlace(found: number): number {
  const [last, setLast] = useState(0)
  if (found >= 0 && found !== last) setLast(found)
  return found >= 0 ? found : last
}
