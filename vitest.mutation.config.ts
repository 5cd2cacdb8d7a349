import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/**
 * For `npm run mutate`: only the tests that are about thinking, because a mutant has to be noticed where it lives. Without the
 * property tests, which touch everything and would take hours: an example has to notice each mutant. No browser is made ready,
 * since none of them needs one and the sandbox has not even its files.
 */
const config = mergeConfig(base, {})
config.test.include = [
  'src/{model,frames,policy,review,engine}/**/*.test.ts',
  'test/tables/**/*.test.ts',
  'test/security/invariants.test.ts',
]
config.test.globalSetup = []
config.test.exclude.push('src/policy/properties/**')

export default config
