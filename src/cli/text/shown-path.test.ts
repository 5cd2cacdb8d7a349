import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUILT_IN_PRESETS } from '../../config/built-in.ts'
import { isOwnFile, shownPath } from './shown-path.ts'

test('a file of the product has a short name wherever it is installed', () => {
  const path = join(BUILT_IN_PRESETS, 'jobs/partial.yaml')
  expect(shownPath(path, '/anywhere')).toBe('leeway:presets/jobs/partial.yaml')
  expect(isOwnFile(path)).toBe(true)
})

test.for([
  ['/home/ann/leeway.yaml', 'leeway.yaml'],
  ['/home/ann/leeway/presets/a.yaml', 'leeway/presets/a.yaml'],
  ['/home/bob/leeway.yaml', '/home/bob/leeway.yaml'],
  ['/home/ann/\u001b[2J.yaml', '\\u001b[2J.yaml'],
  ['stdin', 'stdin'],
  ['LEEWAY_AUTONOMY', 'LEEWAY_AUTONOMY'],
] as const)('%j is shown as %j', ([path, shown]) => {
  expect(shownPath(path, '/home/ann')).toBe(shown)
  expect(isOwnFile(path)).toBe(false)
})
