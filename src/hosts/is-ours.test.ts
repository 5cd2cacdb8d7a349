import { expect, test } from 'vitest'
import type { ForgeOptions } from './forge-options.ts'
import { isOurs } from './is-ours.ts'

const OPTIONS = { owner: 'house', repository: 'tools', main: 'main' } as ForgeOptions
const shown = (repo: string | null, { ref = 'phase-1', base = 'main' } = {}) => ({
  head: { ref, repo: repo === null ? null : { full_name: repo } },
  base: { ref: base },
})

test.for([
  ['our own branch', shown('house/tools'), true],
  ['our own, however it is written', shown('House/Tools'), true],
  ['a branch of the same name in a fork', shown('mallory/tools'), false],
  ['a fork that is gone', shown(null), false],
  ['another branch', shown('house/tools', { ref: 'phase-2' }), false],
  ['another aim', shown('house/tools', { base: 'production' }), false],
] as const)('%s is ours: %s', ([, pull, expected]) => {
  expect(isOurs(pull, 'phase-1', OPTIONS)).toBe(expected)
})
