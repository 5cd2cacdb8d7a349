import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { whenClosed } from './when-closed.ts'

/** Three requests in one piece, of which the first is not answered; the second brings something that is read whole. */
const PIECE = [
  'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n',
  'PUT /written HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}',
  'GET /read HTTP/1.1\r\nHost: x\r\n\r\n',
].join('')

/** A server that hears of closed answers, and one who has asked it all that. */
async function asked() {
  const closed: string[] = []
  const answered: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { url = '' } = incoming
    if (url === '/written') await incoming.toArray()
    // As the body of a request may be read long before there is an answer.
    await new Promise((resolve) => setTimeout(resolve, 20))
    whenClosed(outgoing, () => closed.push(url))
    if (url !== '/slow') outgoing.end('x')
    answered.push(url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  socket.write(PIECE)
  await expect.poll(() => answered.length).toBe(3)
  return { closed, socket }
}

test('answers that stand in line behind another are over with their connection, each once', async () => {
  const { closed, socket } = await asked()
  expect(closed).toEqual([])
  socket.destroy()
  await expect.poll(() => [...closed].sort()).toEqual(['/read', '/slow', '/written'])
})

test('answers are over when they were taken, though the connection stays', async () => {
  const closed: number[] = []
  let count = 0
  const server = createServer((_incoming, outgoing) => {
    const own = ++count
    whenClosed(outgoing, () => closed.push(own))
    outgoing.end('x')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
  await expect.poll(() => closed.length).toBe(20)
  expect(closed).toEqual([...Array(20).keys()].map((at) => at + 1))
})
