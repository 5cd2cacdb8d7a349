import { expect, test } from 'vitest'
import { shortId } from './short-id.ts'

test.for([
  ['job_0mwlse2rkTIh18', 'kTIh18'],
  ['job_0mwlse2rk-TIh1', 'k-TIh1'],
  ['job_0mwlse2rk-TIh18', 'k-TIh18'],
  ['job_0mwlse2rk--TIh1', 'k--TIh1'],
  ['job_0mwlse2r---TIh1', 'r---TIh1'],
  ['a-TIh18', 'a-TIh18'],
  ['cl-a', 'cl-a'],
] as const)('what is shown of the end of %s does not look like an option', ([id, shown]) => {
  expect(shortId(id, 6)).toBe(shown)
})
