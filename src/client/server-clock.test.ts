import { expect, test, vi } from 'vitest'
import { ServerClock } from './server-clock.ts'

const HERE = Date.parse('2026-11-18T12:00:00.400Z')

function saying(date: string | undefined): Promise<Response> {
  return Promise.resolve(new Response(null, { headers: date === undefined ? {} : { date } }))
}

test.for([
  ['a day behind', 'Tue, 17 Nov 2026 12:00:00 GMT', '2026-11-17T12:00'],
  ['an hour ahead', 'Wed, 18 Nov 2026 13:00:00 GMT', '2026-11-18T13:00'],
  ['the same, but for the way', 'Wed, 18 Nov 2026 11:59:58 GMT', '2026-11-18T12:00:00.400'],
  ['nonsense', 'yesterday', '2026-11-18T12:00:00.400'],
  ['nothing', undefined, '2026-11-18T12:00:00.400'],
] as const)('where the server says %s, that is the time', async ([, date, now]) => {
  vi.useFakeTimers({ now: HERE, toFake: ['Date'] })
  try {
    const clock = new ServerClock()
    const told = vi.fn<() => void>()
    clock.watch(told)
    await clock.hear(saying(date))
    await clock.hear(saying(date))
    await Promise.resolve()
    expect(new Date(clock.now()).toISOString().startsWith(now)).toBe(true)
    expect(told).toHaveBeenCalledTimes(clock.now() === HERE ? 0 : 1)
  } finally {
    vi.useRealTimers()
  }
})
