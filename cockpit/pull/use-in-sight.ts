import { type RefObject, useEffect, useRef } from 'react'

/** What sticks to the top of the page. */
const OVER = 104
const ROOM = 8

/**
 * Brings the whole of a box above the bar at the bottom when it opens, and again when it grows: a browser only cares for the field
 * that has the focus, and leaves the buttons below it behind the bar. Where it is taller than the page, its beginning stays.
 */
export function useInSight(box: RefObject<HTMLElement | null>, isWanted = true): void {
  const wanted = useRef(isWanted)
  useEffect(() => {
    const element = box.current
    if (element === null || !wanted.current) return undefined
    let height = 0
    const observer = new ResizeObserver(() => {
      const { top, bottom } = element.getBoundingClientRect()
      const isGrown = bottom - top > height
      height = bottom - top
      const hidden = bottom + ROOM - barTop()
      if (isGrown && hidden > 0) window.scrollBy({ top: Math.min(hidden, Math.max(0, top - OVER)) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
}

function barTop(): number {
  return document.querySelector('.review-bar')?.getBoundingClientRect().top ?? innerHeight
}
