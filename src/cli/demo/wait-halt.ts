import { setTimeout as delay } from 'node:timers/promises'
import { openReception } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { haltOver } from '../../model/halts.ts'
import { LOCAL } from '../../model/ids.ts'

const LOOK_MS = 500

/** Somebody who works on once the kill switch is off again. */
export interface Patient {
  /** Does something, and does it again after every halt, once that is over. */
  persist<Result>(agent: string, work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Waits for the kill switch in the place of scripted agents. Only the switch is looked at: asking again would fill the log. */
export async function patient(root: string, told: (agent: string, why: string) => void): Promise<Patient> {
  const reception = await openReception({ root })
  const over = new AbortController()
  const letGo = async (agent: string) => {
    const line = [{ agent, tenant: LOCAL }]
    while (haltOver(await reception.killSwitch(), line) !== undefined) {
      await delay(LOOK_MS, undefined, { signal: over.signal, ref: false })
    }
  }
  return {
    persist: async (agent, work) => {
      for (;;) {
        try {
          return await work()
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'halted' || over.signal.aborted) throw error
          told(agent, error.message)
          await letGo(agent).catch(() => {
            throw error
          })
        }
      }
    },
    close: async () => {
      over.abort()
      await reception.close()
    },
  }
}
