import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a process gets that many tests start: the compiled sources of the one before, which saves most of its start. */
export const WARM_START: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_COMPILE_CACHE: join(tmpdir(), 'leeway-compile-cache'),
}
