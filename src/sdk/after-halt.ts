import { THE_SWITCH } from '../engine/job-state.ts'
import type { Store } from '../engine/ports.ts'
import type { JobId } from '../model/ids.ts'
import { isSwitch } from '../model/is-switch.ts'
import { waitUntil } from './wait-for.ts'

interface Patience {
  readonly store: Store
  readonly job: JobId
  readonly signal: AbortSignal
  /** Is told why it waits, once for each halt. */
  readonly told: (why: string) => void
}

/** Does something as soon as no kill switch is in its way. What else refuses it, such as a job that has ended, is thrown. */
export async function afterHalt<Result>(work: () => Promise<Result>, patience: Patience): Promise<Result> {
  const { store, job, signal, told } = patience
  for (let said = ''; ; ) {
    const before = await seen(store, job)
    try {
      return await work()
    } catch (error) {
      if (!isSwitch(error)) throw error
      if (error.message !== said) told(error.message)
      said = error.message
    }
    // Only these are looked at: trying at every commit of others would read everything that a gate reads.
    await waitUntil(store, signal, async () => ((await seen(store, job)) === before ? undefined : true))
  }
}

async function seen(store: Store, job: JobId): Promise<string> {
  const halted = await store.getBrief('switches', THE_SWITCH)
  const own = await store.getBrief('jobs', job)
  return `${halted?.version}/${own?.version}`
}
