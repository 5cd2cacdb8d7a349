import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** For `npm run mutate`: each file alone, because a mutant in a module's top level lives as long as the module. */
export default mergeConfig(base, { test: { isolate: true } })
