import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { InboxItem } from './inbox-item.ts'
import { InboxRow, type RowCallbacks } from './inbox-row.tsx'

const ROW = 64
const CARD = 112

/** All rows, of which only those in sight are drawn; the row with the focus stays, wherever it is. */
export function InboxList({
  items,
  current,
  marked,
  callbacks,
  label,
}: {
  /** What the rows are, for whoever does not see them. */
  readonly label: string
  readonly items: readonly InboxItem[]
  readonly current: number
  readonly marked: ReadonlySet<string>
  readonly callbacks: RowCallbacks
}) {
  const { scroller, rows } = useRows(items, current)
  const currentId = items[current]?.id
  return (
    <div className="rows" ref={scroller}>
      <div role="list" aria-label={label} className="row-frame" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start, size }) => {
          const item = items[index]
          return (
            item && (
              <InboxRow
                key={key}
                item={item}
                isMarked={marked.has(item.id)}
                isCurrent={item.id === currentId}
                callbacks={callbacks}
                place={index + 1}
                count={items.length}
                top={start}
                height={size}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

function useRows(items: readonly InboxItem[], current: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow()
  // Another function would make it measure all rows anew, at every frame.
  const getItemKey = useCallback((index: number) => items[index]?.id ?? index, [items])
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: isNarrow ? () => CARD : () => ROW,
    getItemKey,
    overscan: 3,
    // A guess until it is measured, so that the first drawing has its rows.
    initialRect: { width: innerWidth, height: innerHeight },
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return current < 0 || shown.includes(current) ? shown : [...shown, current].toSorted((a, b) => a - b)
    },
  })
  useEffect(() => {
    rows.measure()
  }, [rows, isNarrow])
  useEffect(() => {
    const { startIndex = 0, endIndex = -1 } = rows.range ?? {}
    // Scrolling measures the whole page, so a row that is well in sight is left where it is.
    const isInSight = current > startIndex && current < endIndex
    if (current >= 0 && !isInSight) rows.scrollToIndex(current, { align: 'auto' })
  }, [rows, current])
  return { scroller, rows }
}

const NARROW = matchMedia('(max-width: 720px)')

function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      NARROW.addEventListener('change', changed)
      return () => NARROW.removeEventListener('change', changed)
    },
    () => NARROW.matches,
  )
}
