import { expect, test } from 'vitest'
import { wordsOf } from './local-times.ts'

const at = '2026-11-18T08:30:00.000Z'
const text = `Nobody answered by ${at}. Parked at 2026-11-18.`

test('every time in a sentence of ours is told as people read it, and nothing else is touched', () => {
  expect(wordsOf({ kind: 'system' }, text)).toBe(
    `Nobody answered by ${new Date(at).toLocaleString()}. Parked at 2026-11-18.`,
  )
})

test('what others wrote stands as they wrote it', () => {
  expect(wordsOf({ kind: 'person' }, text)).toBe(text)
})
