import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { whenClosed } from './when-closed.ts'

/**
 * Cuts off whoever takes nothing of an answer for so long, and with them goes what they leave lying around. Where there is nothing to take,
 * because the answer is still being worked on, whoever waits is not the one who is slow: a push that was checked for long would land unheard.
 */
export function cutOffStill(server: Server, ms: number): void {
  const asked = new WeakMap<Socket, number>()
  const count = (socket: Socket, by: number) => asked.set(socket, (asked.get(socket) ?? 0) + by)
  server.timeout = ms
  server.on('request', ({ socket }, outgoing) => {
    count(socket, 1)
    whenClosed(outgoing, () => count(socket, -1))
  })
  server.on('timeout', (socket) => {
    const isWaiting = (asked.get(socket) ?? 0) > 0 && socket.writableLength === 0
    if (isWaiting) socket.setTimeout(ms)
    else socket.destroy()
  })
}
