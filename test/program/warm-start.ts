import { COMPILE_CACHE } from '../../src/testing/compile-cache.ts'

/** What a process gets that many tests start. */
export const WARM_START: NodeJS.ProcessEnv = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE }
