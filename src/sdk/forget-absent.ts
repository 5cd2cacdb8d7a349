import type { Lease, Store } from '../engine/ports.ts'
import { ATTENDS, subjectOf, WAITS } from './attend.ts'
import { breathe } from './breathe.ts'
import { isOverHttp, whoIsThere } from './presences.ts'

const AT_ONCE = 100

/** Forgets what was said by processes that are gone, and of jobs that have ended. An agent elsewhere that is silent may come back. */
export async function forgetAbsent(store: Store): Promise<void> {
  const isThere = await whoIsThere(store)
  const isOver = async (said: Lease) => {
    if (!isThere(said) && !isOverHttp(said)) return true
    return (await store.getBrief('jobs', subjectOf(said.name)))?.row.ended_at !== null
  }
  const over = (await store.leases(WAITS)).filter((said) => !isThere(said))
  for (const [at, said] of (await store.leases(ATTENDS)).entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await breathe()
    if (await isOver(said)) over.push(said)
  }
  await Promise.all(over.map(({ name, holder }) => store.release(name, holder)))
}
