import type { ServerResponse } from 'node:http'

/**
 * Calls back once, when an answer was taken whole or whoever asked is gone. Of an answer that still stands behind others of its connection not
 * every Node says that it closed; its request always does.
 */
export function whenClosed(outgoing: ServerResponse, done: () => void): void {
  const { req: incoming } = outgoing
  if (outgoing.closed || incoming.socket.destroyed) return done()
  let isOver = false
  const once = () => {
    if (isOver) return
    isOver = true
    done()
  }
  outgoing.once('close', once)
  incoming.once('close', () => {
    if (incoming.socket.destroyed) once()
  })
}
