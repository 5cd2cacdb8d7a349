import type { HandlersOf } from '../call.ts'
import type { House } from '../house.ts'

/** Whether anybody is there, and can work: whoever watches over a server starts it again where it can't write any more. */
export function healthHandlers({ context: { store } }: House): HandlersOf<'read_health'> {
  return {
    read_health: async () => {
      const stopped = store.stopped()
      if (stopped !== null) throw stopped
      return { status: 'ok' }
    },
  }
}
