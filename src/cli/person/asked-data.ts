import type { Halted } from '../../model/halts.ts'
import type { ShownCheckpoint } from './draw-checkpoint.ts'

/** What is asked, as data: where it is about work, all that changes stands beside the hash that an approval would name. */
export function askedData({ view, work }: ShownCheckpoint, halted: Halted | null): object {
  if (work === null) return { ...view, halted }
  if ('unreadable' in work) return { ...view, halted, changes: work }
  const { round, diff, view: pull } = work
  return { ...view, halted, changes: { round, ...diff, threads: pull.threads, drafts: pull.drafts } }
}
