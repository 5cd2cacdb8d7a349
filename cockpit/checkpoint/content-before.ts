import type { Content } from '../../src/model/content.ts'
import type { LogEvent } from '../data/use-job.ts'

/** The kind of entry in the log that brought a revision. */
export function broughtBy(revision: number): 'checkpoint_opened' | 'checkpoint_revised' {
  return revision === 1 ? 'checkpoint_opened' : 'checkpoint_revised'
}

/** The content of a revision as the log has it; null where it has none. */
export function contentOf(revision: number, events: readonly LogEvent[]): Content | null {
  const found = events
    .filter(({ type }) => type === broughtBy(revision))
    .map(({ data }) => data as { readonly checkpoint?: Brought } & Brought)
    .find((data) => revision === 1 || data.revision === revision)
  return found?.checkpoint?.content ?? found?.content ?? null
}

interface Brought {
  readonly revision?: number
  readonly content?: Content
}
