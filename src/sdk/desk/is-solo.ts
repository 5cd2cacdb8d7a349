import { THE_SETTINGS } from '../../engine/apply.ts'
import type { Store } from '../../engine/ports.ts'

/** Whether somebody works alone in this store, and has said so. */
export async function isSolo(store: Store): Promise<boolean> {
  return (await store.get('settings', THE_SETTINGS))?.row.solo ?? false
}
