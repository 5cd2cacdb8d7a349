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
/** The head of a file that stays below that. */
const HEAD = 49
const BELOW = 176

/** A way to bring a row into sight and to put the keyboard there, or to leave that where it is. */
export type GoTo = (key: string, isOnlySeen?: boolean) => void

interface Props {
  readonly rows: readonly Row[]
  /** All of them with nothing folded, for whoever prints the page. */
  readonly paperRows: () => readonly Row[]
  readonly pinned: ReadonlySet<string>
  /** The row of the keyboard. */
  readonly cursor: string | null
  readonly goTo: RefObject<GoTo>
  /** Told which file is read, whenever that is another one: that of the keyboard while it is in sight, or else the one at the top. */
  readonly onFile: (path: string | undefined) => void
  readonly children: (row: Row) => ReactNode
}

/**
 * All rows of the review, of which only those in sight are drawn; rows that must not go (`pinned`) stay wherever they are. On paper all are
 * drawn, around those that are there: a box in which somebody writes is the same one before and after.
 */
export function DiffList({ rows, paperRows, pinned, cursor, goTo, onFile, children }: Props) {
  const isPrinted = usePrinted()
  const list = useRef<HTMLDivElement>(null)
  const padding = useRef(OVER + HEAD)
  const virtual = useRows(rows, pinned, { list, padding: padding.current })
  const stuck = useStuckHead(virtual, rows)
  const read = rows[readIn(virtual, rows, cursor) ?? stuck ?? virtual.range?.startIndex ?? 0]?.file.path
  useEffect(() => onFile(read), [onFile, read])
  goTo.current = (key, isOnlySeen = false) => {
    const index = rows.findIndex((row) => row.key === key)
    if (index < 0) return
    // The head of a file takes the place of the one that stays there.
    padding.current = rows[index]?.is === 'file' ? OVER : OVER + HEAD
    virtual.setOptions({ ...virtual.options, scrollPaddingStart: padding.current })
    virtual.scrollToIndex(index, { align: rows[index]?.is === 'line' ? 'auto' : 'start' })
    if (!isOnlySeen) focusWhenThere(list, key)
  }
  if (isPrinted) {
    return (
      <div className="diff-rows" ref={list}>
        {paperRows().map((row) => (
          <div key={row.key}>{children(row)}</div>
        ))}
      </div>
    )
  }
  return (
    <div className="diff-rows" ref={list} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]
        const style = { transform: `translateY(${start - virtual.options.scrollMargin}px)` }
        const place = index === stuck ? { className: 'diff-place stuck' } : { className: 'diff-place', style }
        return (
          row && (
            <div key={key} ref={virtual.measureElement} data-index={index} {...place}>
              {children(row)}
            </div>
          )
        )
      })}
    </div>
  )
}

type Rows = ReturnType<typeof useRows>

/**
 * The head of the file whose lines stand below the bars, once it would be out of sight behind them itself. It makes room for the next one as
 * soon as that comes up: lines must never stand below the name and the buttons of another file.
 */
function stuckHead(virtual: Rows, rows: readonly Row[]): number | undefined {
  const offset = window.scrollY + OVER
  const at = virtual.getVirtualItemForOffset(offset)?.index
  const head = at === undefined ? -1 : headAt(rows, at)
  const place = virtual.measurementsCache[head]
  if (place === undefined || place.start >= offset) return undefined
  const next = virtual.measurementsCache[rows.findIndex((row, index) => index > head && row.is === 'file')]
  return next !== undefined && next.start < offset + place.size ? undefined : head
}

/** Draws the rows anew when another head stays, or none: the list itself does so only when other rows come into sight. */
function useStuckHead(virtual: Rows, rows: readonly Row[]): number | undefined {
  const [, setSeen] = useState<number>()
  useEffect(() => {
    const look = () => setSeen(stuckHead(virtual, rows))
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [virtual, rows])
  return stuckHead(virtual, rows)
}

/** Where the keyboard is, as long as that is in sight. */
function readIn({ range }: Rows, rows: readonly Row[], cursor: string | null): number | undefined {
  const at = cursor === null ? -1 : rows.findIndex(({ key }) => key === cursor)
  return range !== null && at >= range.startIndex && at <= range.endIndex ? at : undefined
}

function headAt(rows: readonly Row[], at: number): number {
  return rows.findLastIndex((row, index) => index <= at && row.is === 'file')
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

interface Frame {
  readonly list: RefObject<HTMLElement | null>
  /** How much of the top of the page is covered. */
  readonly padding: number
}

function useRows(rows: readonly Row[], pinned: ReadonlySet<string>, { list, padding }: Frame) {
  const scrollMargin = useTopOf(list)
  // Other functions would make it measure all rows anew, at every frame.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  const estimateSize = useCallback((index: number) => ESTIMATES[rows[index]?.is ?? 'line'], [rows])
  const stuck = useRef<() => number | undefined>(() => undefined)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize,
    getItemKey,
    overscan: 8,
    scrollMargin,
    scrollPaddingStart: padding,
    scrollPaddingEnd: BELOW,
    rangeExtractor: (range) => {
      const shown = new Set(defaultRangeExtractor(range))
      if (pinned.size > 0) rows.forEach(({ key }, index) => pinned.has(key) && shown.add(index))
      const head = stuck.current()
      if (head !== undefined) shown.add(head)
      return [...shown].toSorted((a, b) => a - b)
    },
  })
  stuck.current = () => stuckHead(virtual, rows)
  return virtual
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
