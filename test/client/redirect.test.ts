import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ApiClient } from '../../src/client/api-client.ts'

/** A server of somebody's, by its address. */
async function aServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.for([302, 307, 308])(
  'a client that is sent on by %d neither goes there nor takes the answer from there',
  async (status) => {
    const asked: string[] = []
    const elsewhere = await aServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ withdrawn: true }))
    })
    const url = await aServer((request, response) => {
      response.writeHead(status, { Location: `${elsewhere}${request.url}` }).end()
    })
    const client = new ApiClient({ url, token: 'lwa_x' })
    const withdrawn = client.call('withdraw_checkpoint', { checkpoint: 'chk_1' as never, reason: 'A secret plan.' })
    await expect(withdrawn).rejects.toMatchObject({
      code: 'unreadable_answer',
      message: expect.stringContaining(`${status}`),
    })
    expect(asked).toEqual([])
  },
)
