import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Who waits until a connection is closed. Many answers may stand in line on one, which is listened to once. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls back once, when an answer was taken whole or whoever asked is gone. Of an answer that still stands behind others of its connection not
 * every Node says that it closed, nor does its request where all of it was read before; the connection always does.
 */
export function whenClosed(outgoing: ServerResponse, done: () => void): void {
  const { socket } = outgoing.req
  if (outgoing.closed || socket.destroyed) return done()
  const all = waitingFor(socket)
  const once = () => {
    if (all.delete(once)) done()
  }
  all.add(once)
  outgoing.once('close', once)
}

function waitingFor(socket: Socket): Set<() => void> {
  const known = waiting.get(socket)
  if (known !== undefined) return known
  const made = new Set<() => void>()
  waiting.set(socket, made)
  socket.once('close', () => {
    for (const once of [...made]) once()
  })
  return made
}
