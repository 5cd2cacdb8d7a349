import type { HandlersOf } from '../call.ts'

/** Whether anybody is there. */
export function healthHandlers(): HandlersOf<'read_health'> {
  return { read_health: async () => ({ status: 'ok' }) }
}
