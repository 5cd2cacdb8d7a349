import { expect, test, vi } from 'vitest'
import { openLeeway } from '../../src/compose.ts'
import type { Notice } from '../../src/sdk/notices.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aHouse } from '../../src/testing/house.ts'

const HOLD = { kind: 'tool', tool: 'send_mail', args: { to: 'ann@example.org' } } as const

async function opened(root: string) {
  return openLeeway({ root, agent: 'mailer', policy: 'jobs/dependent', onHold: 'throw' })
}

test('a listener is told of a hold that another process makes, and of one that was there before it came', async () => {
  const root = await aFolder()
  await using agent = await opened(root)
  await expect(agent.gate(HOLD, { key: 'first' })).rejects.toMatchObject({ code: 'held' })

  await using other = await opened(root)
  const told: Notice[] = []
  other.onNotice((notice) => void told.push(notice))
  await vi.waitFor(() => expect(told).toHaveLength(1))
  await expect(agent.gate(HOLD, { key: 'second' })).rejects.toMatchObject({ code: 'held' })
  await vi.waitFor(() => expect(told).toHaveLength(2))
  expect(told.map(({ about }) => about)).toEqual(['held', 'held'])
  expect(new Set(told.map(({ checkpoint }) => checkpoint)).size).toBe(2)
})

test('a listener that fails is told the same again, and one that stopped is told nothing', async () => {
  const root = await aFolder()
  await using leeway = await opened(root)
  const told: Notice[] = []
  let failures = 1
  const stop = leeway.onNotice((notice) => {
    if (failures-- > 0) throw new Error('not now')
    told.push(notice)
  })
  await expect(leeway.gate(HOLD, { key: 'first' })).rejects.toMatchObject({ code: 'held' })
  await expect(leeway.gate(HOLD, { key: 'second' })).rejects.toMatchObject({ code: 'held' })
  await vi.waitFor(() => expect(told).toHaveLength(2))
  stop()
  await expect(leeway.gate(HOLD, { key: 'third' })).rejects.toMatchObject({ code: 'held' })
  expect(told).toHaveLength(2)
})

test('a listener is told of what is in doubt since before it came', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const job = await leeway.job({ key: 'pay' })
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  void job.run({ tool: 'look' }, () => new Promise(() => resolve()), { key: 'pay-1' }).catch(() => undefined)
  await begun
  await leeway.close()

  const again = await house.open()
  const told: Notice[] = []
  again.onNotice((notice) => void told.push(notice))
  await vi.waitFor(() => expect(told).toMatchObject([{ about: 'in_doubt', job: job.id }]))
})
