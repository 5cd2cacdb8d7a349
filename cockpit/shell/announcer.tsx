import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 4000

/** Tells screen readers how much waits, at most every few seconds however fast it changes. */
export function Announcer({ waiting }: { readonly waiting: number }) {
  const [said, setSaid] = useState('')
  const before = useRef(waiting)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (before.current === waiting) return
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
