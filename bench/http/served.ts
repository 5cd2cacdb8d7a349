import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Ready } from './server.ts'

/** A server in a process of its own, so that its processor time is its own as well. */
export interface Served extends Ready {
  /** Microseconds of processor time until now. */
  used(): Promise<number>
  close(): Promise<void>
}

/** Starts a server and waits until it answers. */
export async function served(how: 'leeway' | 'hono'): Promise<Served> {
  const child: ChildProcess = fork(new URL('server.ts', import.meta.url), [how])
  const [ready] = (await once(child, 'message')) as [Ready]
  return {
    ...ready,
    used: async () => {
      child.send('use')
      const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage]
      return user + system
    },
    close: async () => {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
