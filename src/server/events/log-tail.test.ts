import { expect, onTestFinished, test } from 'vitest'
import { anEvent, aWrite } from '../../testing/store-rows.ts'
import { aWorld } from '../../testing/world.ts'
import { LogTail } from './log-tail.ts'

async function aTail() {
  const { store } = await aWorld()
  const tail = new LogTail(store)
  await tail.open()
  onTestFinished(() => tail.close())
  const append = async () => (await store.append(aWrite({ events: [anEvent()] }))).last
  return { store, tail, append }
}

test('what happened while nobody listened is behind whoever comes then', async () => {
  const { tail, append } = await aTail()
  const before = await append()
  await expect.poll(() => tail.last).toBe(before)
  const told: number[] = []
  tail.subscribe((events) => told.push(...events.map(({ event }) => event.seq)))
  const after = await append()
  await expect.poll(() => told).toEqual([after])
  expect(tail.last).toBe(after)
})

test('whoever comes while the end of the log is looked for is told of all that may have come after their own look', async () => {
  const { store, tail, append } = await aTail()
  const last = store.last.bind(store)
  const looking = Promise.withResolvers<void>()
  const isFree = Promise.withResolvers<void>()
  // As where another process has the file locked.
  store.last = async () => {
    looking.resolve()
    await isFree.promise
    return last()
  }
  const first = await append()
  await looking.promise
  const told: number[] = []
  tail.subscribe((events) => told.push(...events.map(({ event }) => event.seq)))
  const second = await append()
  isFree.resolve()
  await expect.poll(() => told).toEqual([first, second])
})
