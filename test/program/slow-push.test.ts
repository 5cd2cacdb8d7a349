import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openContext } from '../../src/compose.ts'
import { PersonId } from '../../src/model/ids.ts'
import { openServer } from '../../src/open-server.ts'
import { type ServeOptions, serve } from '../../src/server/serve.ts'
import { aHouse } from '../../src/testing/house.ts'
import { held } from './held-plan.ts'
import { aPusher, BRANCH } from './pusher.ts'

const STILL_MS = 300
const TIMES = {
  ...{ headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 10_000 },
  ...{ connectionsCheckingInterval: 1000, stillTimeout: STILL_MS },
}

test('what somebody pushes may take longer to arrive than other requests, and what a stranger sends may not', async () => {
  const house = await aHouse()
  const { run } = await held(house)
  const server = await openServer({ root: house.root, times: { ...TIMES, headersTimeout: 200, requestTimeout: 300 } })
  onTestFinished(() => server.close())
  const token = await house.desk.addPerson({ id: PersonId.parse('ann'), role: 'reviewer', tenants: '*' })
  const { host, port } = new URL(server.url)
  const begin = (authorization: string) => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    const lines = [
      `POST /git/${run.job}.git/git-receive-pack HTTP/1.1`,
      ...[`Host: ${host}`, `Authorization: ${authorization}`, 'Transfer-Encoding: chunked'],
      'Content-Type: application/x-git-receive-pack-request',
    ]
    socket.resume().write(`${lines.join('\r\n')}\r\n\r\n4\r\n00a0\r\n`)
    return socket
  }
  const [known, stranger] = [begin(`Bearer ${token}`), begin('Bearer nobody')]
  await expect.poll(() => stranger.closed, { timeout: 5000 }).toBe(true)
  await sleep(600)
  expect([known.closed, known.bytesRead]).toEqual([false, 0])
})

test('whoever pushes hears what came of it, also where checking takes longer than a connection may stand still', async () => {
  const house = await aHouse()
  const { run } = await held(house)
  const context = await openContext({ root: house.root, tellHolds: false })
  const git: ServeOptions['git'] = {
    serve: (job, { beforeLanding, ...asked }) =>
      context.workspaces.serve(job, {
        ...asked,
        beforeLanding: async (updates) => {
          await sleep(STILL_MS * 5)
          await beforeLanding(updates)
        },
      }),
  }
  const at = { address: { host: '127.0.0.1', port: 0 }, version: '0', cockpit: null, showCode: null, times: TIMES }
  const webhooks = { list: async () => [], resend: async () => ({ arrived: [], failed: [], left: 0 }) }
  const server = await serve(context, { ...at, report: () => undefined, git, webhooks })
  onTestFinished(() => server.close())
  const ann = await aPusher(house, 'ann', `${server.url}/git/${run.job}.git`)
  expect(await ann.run('push', 'origin', BRANCH)).toContain('Your push is round 2')
})
