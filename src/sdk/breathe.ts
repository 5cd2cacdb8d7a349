import { setImmediate } from 'node:timers/promises'

/** Lets everybody else have a turn. Rows may be large, and reading many at a stretch would keep the whole process. */
export async function breathe(): Promise<void> {
  await setImmediate()
}
