import { expect, test } from 'vitest'
import { quotedLines } from './quoted-lines.ts'

const HUNK = '@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2.5\n three\n\\ No newline at end of file'

test.for([
  ['new', 1, ['three']],
  ['new', 3, ['2', '2.5', 'three']],
  ['old', 2, ['two', 'three']],
  ['new', 9, []],
] as const)('of the %s side the last %i lines are quoted', ([side, lines, quote]) => {
  expect(quotedLines(HUNK, { side, lines })).toEqual(quote)
})
