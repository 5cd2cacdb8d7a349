import { expect, onTestFinished, test } from 'vitest'
import { openContext } from '../../src/compose.ts'
import { openServer } from '../../src/open-server.ts'
import { aHouse } from '../../src/testing/house.ts'

test('a server whose disk has failed says so once where it was started, and to whoever watches over it', async () => {
  const house = await aHouse()
  let isFull = false
  const crashPoint = (at: string) => {
    if (isFull && at === 'append:before_commit') throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  const ports = await openContext({ root: house.root, crashPoint, tellHolds: false })
  const said: string[] = []
  const server = await openServer({
    root: house.root,
    ports,
    report: (what) => said.push(what),
  })
  onTestFinished(() => server.close())
  const health = () => fetch(`${server.url}/v1/health`)
  expect((await health()).status).toBe(200)

  isFull = true
  await expect.poll(() => said, { timeout: 15_000 }).not.toEqual([])
  isFull = false
  const answer = await health()
  expect([answer.status, await answer.json()]).toEqual([
    503,
    expect.objectContaining({
      code: 'store_stopped',
      details: { next: expect.stringMatching(/^Make room, and start again what has this folder open \(leeway up/) },
    }),
  ])
  expect(said).toEqual([expect.stringMatching(/could not be made durable, because there is no room.*Make room/)])
})
