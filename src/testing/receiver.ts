import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A message as it arrived. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A program on this machine that takes messages, and answers each with the next of these statuses; the last one for ever. */
export async function aReceiver(...statuses: readonly number[]) {
  const received: Received[] = []
  const answers = [...statuses]
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) })
    const status = answers.length > 1 ? answers.shift() : answers[0]
    response.writeHead(status ?? 204, { location: 'http://127.0.0.1:9/elsewhere' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { received, port, url: `http://127.0.0.1:${port}/told` }
}
