import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { focusLater } from '../parts/focus-later.ts'
import { usePrinted } from '../parts/use-printed.ts'
import type { Row } from './row.ts'

/** What a row is likely to measure before it was drawn once. */
const ESTIMATES: Readonly<Record<Row['is'], number>> = {
  ...{ file: 49, note: 40, unshown: 110, hunk: 33, gap: 30, line: 21, block: 60, thread: 180, draft: 220 },
}
/** What sticks to the top of the page, and to its bottom, where on a phone the places stand below the bar, which may have two rows. */
const OVER = 104
const BELOW = 176

/** A way to bring a row into sight and to put the keyboard there, or to leave that where it is. */
export type GoTo = (key: string, isOnlySeen?: boolean) => void

/** All rows of the review, of which only those in sight are drawn; rows that must not go (`pinned`) stay wherever they are. */
export function DiffList({
  rows,
  pinned,
  goTo,
  children,
}: {
  readonly rows: readonly Row[]
  readonly pinned: ReadonlySet<string>
  readonly goTo: RefObject<GoTo>
  readonly children: (row: Row) => ReactNode
}) {
  const list = useRef<HTMLDivElement>(null)
  const isPrinted = usePrinted()
  const virtual = useRows(rows, pinned, list)
  goTo.current = (key, isOnlySeen = false) => {
    const index = rows.findIndex((row) => row.key === key)
    if (index < 0) return
    virtual.scrollToIndex(index, { align: rows[index]?.is === 'line' ? 'auto' : 'start' })
    if (!isOnlySeen) focusWhenThere(list, key)
  }
  if (isPrinted) {
    return (
      <div className="diff-rows" ref={list}>
        {rows.map((row) => (
          <div key={row.key}>{children(row)}</div>
        ))}
      </div>
    )
  }
  return (
    <div className="diff-rows" ref={list} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]
        return (
          row && (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="diff-place"
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
            >
              {children(row)}
            </div>
          )
        )
      })}
    </div>
  )
}

const FRAMES = 10

/** A row out of sight is drawn some frames later. */
function focusWhenThere(list: RefObject<HTMLElement | null>, key: string): void {
  const name = CSS.escape(key)
  const focus = focusLater()
  const look = (frames: number): void => {
    const found = list.current?.querySelector<HTMLElement>(`[data-line="${name}"], [data-row="${name}"]`)
    if (found) focus(found, { preventScroll: true })
    else if (frames > 0) requestAnimationFrame(() => look(frames - 1))
  }
  look(FRAMES)
}

function useRows(rows: readonly Row[], pinned: ReadonlySet<string>, list: RefObject<HTMLElement | null>) {
  const scrollMargin = useTopOf(list)
  // Other functions would make it measure all rows anew, at every frame.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const estimateSize = useCallback((index: number) => ESTIMATES[rows[index]?.is ?? 'line'], [rows])
  return useWindowVirtualizer({
    count: rows.length,
    estimateSize,
    getItemKey,
    overscan: 8,
    scrollMargin,
    scrollPaddingStart: OVER,
    scrollPaddingEnd: BELOW,
    rangeExtractor: (range) => {
      const shown = new Set(defaultRangeExtractor(range))
      if (pinned.size > 0) rows.forEach(({ key }, index) => pinned.has(key) && shown.add(index))
      return [...shown].toSorted((a, b) => a - b)
    },
  })
}

/** Where the list begins on the page; what stands above it grows and shrinks. */
function useTopOf(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  const measure = useCallback(() => {
    if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  }, [list])
  useLayoutEffect(measure)
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [measure])
  return top
}
