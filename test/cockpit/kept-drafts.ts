import type { Draft } from '../../src/model/review-thread.ts'
import type { House } from '../../src/testing/house.ts'

/** The drafts that somebody keeps at the server, as the store has them: at their desk nobody else reads them. */
export async function keptDrafts({ store }: House): Promise<readonly Draft[] | undefined> {
  const saved = await store.events({ type: 'drafts_saved', limit: 1000 })
  const kept = new Map<string, Draft>()
  for (const event of saved) {
    if (event.type !== 'drafts_saved') continue
    for (const id of event.data.removed) kept.delete(id)
    for (const draft of event.data.drafts) kept.set(draft.id, draft)
  }
  return saved.length === 0 ? undefined : [...kept.values()]
}
