import { ServerClock } from '../../src/client/server-clock.ts'

/** The one of this page. */
export const serverClock = new ServerClock()
