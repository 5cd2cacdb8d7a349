import { useCallback, useRef } from 'react'
import { AppError } from '../../src/model/errors.ts'

/** What nobody has answered by then is given up, so that what was written since is not kept waiting for ever. */
const SLOW_MS = 30_000

type Send = (signal: AbortSignal) => Promise<void>

/** Sends one thing to the server after the other: what was sent first and arrives last would take the place of newer words. */
export function useInTurn(): (send: Send) => void {
  const last = useRef<Promise<void>>(Promise.resolve())
  return useCallback((send) => {
    const next = () => sendInTime(send)
    last.current = last.current.then(next, next)
  }, [])
}

async function sendInTime(send: Send): Promise<void> {
  const slow = new AbortController()
  const timer = setTimeout(() => slow.abort(new AppError('server_unreachable')), SLOW_MS)
  await send(slow.signal).finally(() => clearTimeout(timer))
}
