import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { notify, takeNoticeBack } from '../data/notices.ts'
import { useHasLooked } from '../data/use-has-looked.ts'
import { useMine } from '../data/use-inbox.ts'
import type { InboxItem } from '../inbox/inbox-item.ts'
import { titleOf, useNamed } from './page-title.ts'
import { placeAt } from './places.ts'

const PAUSE_MS = 4000

/** Tells screen readers, whoever wants notices, and the title of the page how much waits; nobody sees it, so it begins behind what is seen. */
export function Announcer() {
  return useHasLooked() ? <Announcing /> : null
}

/** Aloud at most every few seconds. */
function Announcing() {
  const mine = useMine()
  useTitle(mine.length)
  return (
    <p className="unseen" role="status" aria-live="polite">
      {useSaid(mine)}
    </p>
  )
}

/** What is said of what waits, a few seconds after it changed: also where it never stops changing, and where one comes for one that went. */
function useSaid(mine: readonly InboxItem[]): string {
  const [said, setSaid] = useState('')
  const latest = useRef(mine)
  latest.current = mine
  const known = useRef<ReadonlySet<string>>(new Set())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const before = known.current
      known.current = new Set(latest.current.map(({ id }) => id))
      const { size } = known.current
      const isMore = !known.current.isSubsetOf(before)
      if (isMore) notify(size)
      if (size === 0) takeNoticeBack()
      if (isMore || size !== before.size) setSaid(size === 0 ? 'Nothing waits for you.' : `${size} wait for you.`)
    }, PAUSE_MS)
  }, [mine])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return said
}

function useTitle(waiting: number): void {
  const { pathname } = useLocation()
  const name = useNamed()
  useEffect(() => {
    const place = placeAt(pathname)?.label ?? 'Nothing here'
    document.title = titleOf({ place: pathname.startsWith('/c/') ? 'Checkpoint' : place, name, waiting })
  }, [pathname, name, waiting])
}
