import { expect, test } from 'vitest'
import { pauseFor } from './pause-for.ts'

test('a few words are kept at once, and long ones are not written into the log at every letter', () => {
  expect(pauseFor({ text: 'Louder.' })).toBeLessThan(800)
  let kept = 0
  const text = 'x'.repeat(20_000)
  // Somebody who stops for a moment after every letter.
  for (let letters = 1, since = 0; letters <= text.length; letters++) {
    since += 750
    const change = { text: text.slice(0, letters) }
    if (since < pauseFor(change)) continue
    kept += letters
    since = 0
  }
  expect(kept).toBeLessThan(40_000_000)
  expect(pauseFor({ text })).toBeLessThanOrEqual(6000)
})
