import { expect, test } from 'vitest'
import { sidesText, sizesText } from './unshown-text.ts'

const side = (size: number, mode = '100644') => ({ path: 'a', mode, object: 'b'.repeat(40), size })

test('what is not shown is told by its size, its name in git and its mode, on both sides', () => {
  const changed = { old: side(10), new: side(400_000, '100755') }
  expect(sidesText(changed)).toEqual([
    `before: 10 bytes, git object ${'b'.repeat(40)}, mode 100644`,
    `after: 400,000 bytes, git object ${'b'.repeat(40)}, mode 100755`,
  ])
  expect(sizesText(changed)).toBe('10 to 400,000 bytes')
})

test('a side that is not there is nothing', () => {
  expect(sidesText({ old: null, new: side(1) })[0]).toBe('before: nothing')
  expect(sizesText({ old: side(7), new: null })).toBe('7 bytes')
  expect(sizesText({ old: null, new: side(4) })).toBe('4 bytes')
  expect(sizesText({ old: null, new: side(1) })).toBe('1 byte')
  expect(sizesText({ old: side(0), new: side(4) })).toBe('0 to 4 bytes')
})
