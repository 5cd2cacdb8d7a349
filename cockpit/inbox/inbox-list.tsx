import {
  defaultRangeExtractor,
  elementScroll,
  type Rect,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useHasLooked } from '../data/use-has-looked.ts'
import { useNow } from '../parts/time.tsx'
import { useNarrow } from '../parts/use-narrow.ts'
import { alikeItems } from './alike-items.ts'
import { rowAround } from './focus-row.ts'
import type { InboxItem } from './inbox-item.ts'
import { InboxRow, type RowCallbacks } from './inbox-row.tsx'

const ROW = 64
const CARD = 112
/** So many rows are ready on either side of those in sight, once somebody has had a first look at those. */
const OUT_OF_SIGHT = 2
/** How tall the bars above the rows are on a wide screen. */
const ABOVE = 105

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
  const now = useNow()
  const alike = useMemo(() => alikeItems(items), [items])
  return (
    <div className="rows" ref={scroller} onFocus={({ target }) => onFocused(target, callbacks)}>
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
                isAlike={alike.has(item.id)}
                callbacks={callbacks}
                place={index + 1}
                count={items.length}
                top={start}
                height={size}
                now={now}
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
  const isNew = useRef(true)
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: isNarrow ? () => CARD : () => ROW,
    getItemKey,
    overscan: useHasLooked() ? OUT_OF_SIGHT : 0,
    // Until it is measured: the first drawing has its rows, and on a wide screen no others than the second.
    initialRect: { width: innerWidth, height: innerHeight - ABOVE },
    observeElementRect: watchSize,
    scrollToFn: (offset, options, instance) => {
      // A new list is at its top already. To be told so would have the page laid out before anything else on it is there.
      if (isNew.current && offset === 0) isNew.current = false
      else elementScroll(offset, options, instance)
    },
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return current < 0 || shown.includes(current) ? shown : [...shown, current].toSorted((a, b) => a - b)
    },
  })
  const measured = useRef(isNarrow)
  useEffect(() => {
    if (measured.current === isNarrow) return
    measured.current = isNarrow
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

/** A row that the keyboard has gone to is the chosen one. A click says by itself what it is for. */
function onFocused(target: Element, { onPick }: RowCallbacks): void {
  const id = target.matches(':focus-visible') ? rowAround(target) : undefined
  if (id !== undefined) onPick(id)
}

/** Hears of the size when the browser has laid the page out; whoever asks for it before has the rows drawn twice. */
function watchSize({ scrollElement }: Virtualizer<HTMLDivElement, Element>, tell: (size: Rect) => void) {
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) tell({ width: entry.contentRect.width, height: Math.round(entry.contentRect.height) })
  })
  if (scrollElement !== null) observer.observe(scrollElement)
  return () => observer.disconnect()
}
