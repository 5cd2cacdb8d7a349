import { expect, onTestFinished, test } from 'vitest'
import { anEvent, aWrite } from '../../testing/store-rows.ts'
import { aWorld } from '../../testing/world.ts'
import { LogTail } from './log-tail.ts'
import { type Awaited, waitUntil } from './wait-until.ts'

async function aTail() {
  const { store } = await aWorld()
  const tail = new LogTail(store)
  await tail.open()
  onTestFinished(() => tail.close())
  return { store, tail }
}

/** Looks are counted; the count is what is seen. */
function counted(isNews: (seen: number) => boolean): Awaited<number> {
  let looks = 0
  const look = async () => {
    looks += 1
    return looks
  }
  return { look, isNews, matters: () => true }
}

test('whoever waits is told when there is news, however many wait', async () => {
  const { store, tail } = await aTail()
  const patience = { ms: 60_000, signal: new AbortController().signal }
  const waiting = Array.from({ length: 50 }, () =>
    waitUntil(
      tail,
      counted((seen) => seen === 2),
      patience,
    ),
  )
  // The first look of each comes before.
  await tail.turns.take()
  await store.append(aWrite({ events: [anEvent()] }))
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 50 }, () => 2))
})

test('whoever waited in vain, or waits no more, is told what is there then, and nothing was kept for them', async () => {
  const { tail } = await aTail()
  const { signal } = new AbortController()
  const none = counted(() => false)
  expect(await waitUntil(tail, none, { ms: 1, signal })).toBe(2)
  expect(await waitUntil(tail, none, { ms: 60_000, signal: AbortSignal.abort() })).toBe(4)
  expect(await waitUntil(tail, none, { ms: 0, signal })).toBe(5)
})
