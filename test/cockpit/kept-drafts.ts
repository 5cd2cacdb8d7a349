import type { Draft } from '../../src/model/review-thread.ts'
import type { House } from '../../src/testing/house.ts'

/** The drafts that somebody keeps at the server, as the store has them: at their desk nobody else reads them. */
export async function keptDrafts({ store }: House): Promise<readonly Draft[] | undefined> {
  const saved = (await store.events({ type: 'drafts_saved', limit: 1000 })).at(-1)
  return saved?.type === 'drafts_saved' ? saved.data.drafts : undefined
}
