import { useCallback, useRef } from 'react'

/** Sends one thing to the server after the other: what was sent first and arrives last would take the place of newer words. */
export function useInTurn(): (send: () => Promise<void>) => void {
  const last = useRef<Promise<void>>(Promise.resolve())
  return useCallback((send) => {
    last.current = last.current.then(send)
  }, [])
}
