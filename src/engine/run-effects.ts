import type { DueEffect, Store } from './ports.ts'

/** Does what an effect says. It may be called twice with the same id, and has to do the same no harm. */
export type EffectHandler = (effect: DueEffect) => Promise<void>

const AT_ONCE = 100
const LONGEST_WAIT_SECONDS = 600

/** Runs every effect that is due, at least once; one that fails is tried again later, and never stands in the way of others. */
export async function runEffects(
  store: Store,
  handlers: Readonly<Record<DueEffect['kind'], EffectHandler>>,
): Promise<number> {
  let done = 0
  for (;;) {
    const due = await store.dueEffects(AT_ONCE)
    for (const effect of due) {
      try {
        await handlers[effect.kind](effect)
        await store.endEffect(effect.id)
        done++
      } catch (error) {
        const seconds = Math.min(LONGEST_WAIT_SECONDS, 2 ** effect.tries)
        const at = new Date(store.now().getTime() + seconds * 1000)
        await store.retryEffect(effect.id, { at, error: error instanceof Error ? error.message : String(error) })
      }
    }
    if (due.length < AT_ONCE) return done
  }
}
