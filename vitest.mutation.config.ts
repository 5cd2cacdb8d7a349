import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/**
 * For `npm run mutate`: each file alone, because a mutant in a module's top level lives as long as the module, and only the
 * tests that are about thinking, because a mutant has to be noticed where it lives.
 */
const config = mergeConfig(base, { test: { isolate: true } })
config.test.include = ['src/{model,frames,policy}/**/*.test.ts', 'test/tables/**/*.test.ts']
// It looks at the generators and decides thousands of gates while it loads, which would make every mutant look static.
config.test.exclude.push('src/policy/properties/reach.test.ts')

export default config
