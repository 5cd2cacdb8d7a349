import { useEffect, useRef, useState } from 'react'
import { notify } from '../data/notices.ts'

const PAUSE_MS = 4000

/** Tells screen readers, and whoever wants notices, how much waits, at most every few seconds however fast it changes. */
export function Announcer({ waiting }: { readonly waiting: number }) {
  const [said, setSaid] = useState('')
  const before = useRef(waiting)
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
