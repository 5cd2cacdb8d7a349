import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** The largest push is there by then over a line of two megabits a second. */
const UPLOAD_MS = 10 * 60_000
const LATE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** What ends each request that is not there in time. */
const ends = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Gives up what is not there as a whole after so long. Node has one time for all requests, which is the longest here. */
export function limitArrival(server: Server, ms: number): void {
  server.requestTimeout = UPLOAD_MS
  server.on('request', (incoming, outgoing) => {
    if (!hasBody(incoming)) return
    const timer = setTimeout(() => giveUp(incoming, outgoing), ms).unref()
    ends.set(incoming, timer)
    incoming.once('end', () => clearTimeout(timer))
  })
}

/** Lets somebody who is known, and may send something large, take as long as their line takes. */
export function allowUpload(incoming: IncomingMessage): void {
  clearTimeout(ends.get(incoming))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** As Node does. What stands behind another answer is not told so in the midst of that. */
function giveUp(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.complete) return
  if (outgoing.socket !== null && !outgoing.headersSent) outgoing.socket.write(LATE)
  incoming.socket.destroySoon()
}
