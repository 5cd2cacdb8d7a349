import { expect, test } from 'vitest'
import type { ForgeOptions } from './forge-options.ts'
import { isOurs } from './is-ours.ts'

const OPTIONS = { owner: 'house', repository: 'work', main: 'main' } as ForgeOptions
const shown = (repo: string | null, { ref = 'phase-1', base = 'main' } = {}) => ({
  head: { ref, repo: repo === null ? null : { full_name: repo } },
  base: { ref: base },
})

test.for([
  ['our own branch', shown('house/work'), true],
  ['our own, however it is written', shown('House/Work'), true],
  ['a branch of the same name in a fork', shown('mallory/work'), false],
  ['a fork that is gone', shown(null), false],
  ['another branch', shown('house/work', { ref: 'phase-2' }), false],
  ['another aim', shown('house/work', { base: 'production' }), false],
] as const)('%s is ours: %s', ([, pull, expected]) => {
  expect(isOurs(pull, 'phase-1', OPTIONS)).toBe(expected)
})
