import { fileURLToPath } from 'node:url'

/** Where processes that tests start find the compiled sources of those before, which saves most of their start; it outlives a run. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/node-of-tests', import.meta.url))
