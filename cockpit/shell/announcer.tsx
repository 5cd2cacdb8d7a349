import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../data/notices.ts'
import { useWaitingCount } from '../data/use-inbox.ts'
import { PLACES } from './places.ts'

const PAUSE_MS = 4000

/** Tells screen readers, whoever wants notices, and the title of the page how much waits; aloud at most every few seconds. */
export function Announcer() {
  const waiting = useWaitingCount()
  const [said, setSaid] = useState('')
  const before = useRef(waiting)
  useTitle(waiting)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (before.current === waiting) return
      if (waiting > before.current) notify(waiting)
      before.current = waiting
      setSaid(waiting === 0 ? 'Nothing waits for you.' : `${waiting} wait for you.`)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [waiting])
  return (
    <p className="unseen" role="status" aria-live="polite">
      {said}
    </p>
  )
}

function useTitle(waiting: number): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const place = PLACES.find(({ to }) => to !== '/' && pathname.startsWith(to))?.label ?? 'Inbox'
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${pathname.startsWith('/c/') ? 'Checkpoint' : place} · Leeway`
  }, [pathname, waiting])
}
