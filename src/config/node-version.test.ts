import { expect, test } from 'vitest'
import { tooOld } from './node-version.ts'

test.for(['20.20.2', '23.11.0', ''])('Node "%s" is refused in one sentence', (version) => {
  expect(tooOld(version)).toMatch(/^Leeway needs Node 24 or newer, and this is Node /)
})

test.for(['24.0.0', '26.10.0', '100.1.0'])('Node %s will do', (version) => {
  expect(tooOld(version)).toBeUndefined()
})
