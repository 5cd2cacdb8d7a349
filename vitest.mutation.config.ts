import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/**
 * For `npm run mutate`: only the tests that are about thinking, because a mutant has to be noticed where it lives. Without the
 * property tests, which touch everything and would take hours: an example has to notice each mutant.
 */
const config = mergeConfig(base, {})
config.test.include = ['src/{model,frames,policy}/**/*.test.ts', 'test/tables/**/*.test.ts']
config.test.exclude.push('src/policy/properties/**')

export default config
