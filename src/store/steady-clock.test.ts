import { expect, test } from 'vitest'
import { steadyClock } from './steady-clock.ts'

const MINUTE = 60_000

/** A steady clock over one on the wall, which a test lets go, or sets. */
function aClock({ start = 1_000_000_000_000, since = 0 } = {}) {
  let [wall, passed] = [start, 0]
  const now = steadyClock(() => new Date(wall), { elapsed: () => passed, since })
  return {
    minutes: () => (now().getTime() - start) / MINUTE,
    set: (minutes: number) => {
      wall += minutes * MINUTE
    },
    pass: (minutes: number) => {
      wall += minutes * MINUTE
      passed += minutes * MINUTE
    },
  }
}

test('it goes with the clock on the wall, and jumps ahead with it', () => {
  const clock = aClock()
  expect(clock.minutes()).toBe(0)
  clock.pass(1)
  expect(clock.minutes()).toBe(1)
  clock.set(600)
  expect(clock.minutes()).toBe(601)
})

test('set back it goes on, a little slower, until the clock on the wall has caught up', () => {
  const clock = aClock()
  clock.minutes()
  clock.set(-60)
  expect(clock.minutes()).toBe(0)
  // A proof of presence that is given now is too old soon, and not only in an hour.
  clock.pass(10)
  expect(clock.minutes()).toBe(9)
  clock.pass(600)
  expect(clock.minutes()).toBe(550)
  clock.pass(10)
  expect(clock.minutes()).toBe(560)
})

test('set back and ahead again it has lost nothing and won nothing', () => {
  const clock = aClock()
  clock.minutes()
  clock.set(-60)
  clock.minutes()
  clock.set(60)
  clock.pass(1)
  expect(clock.minutes()).toBe(1)
})

test('what was written later than the clock on the wall says is where it goes on from', () => {
  const start = 1_000_000_000_000
  const clock = aClock({ start, since: start + 60 * MINUTE })
  expect(clock.minutes()).toBe(60)
  clock.pass(10)
  expect(clock.minutes()).toBe(69)
  clock.pass(600)
  expect(clock.minutes()).toBe(610)
})

test('what was written before leaves it as it is', () => {
  const start = 1_000_000_000_000
  expect(aClock({ start, since: start - MINUTE }).minutes()).toBe(0)
})
