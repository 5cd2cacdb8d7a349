import { KEPT_WORDS } from '../../src/api/page-key.ts'

/** How the names of kept drafts begin. */
export const DRAFTS = KEPT_WORDS.own

const KEPT_MS = 30 * 24 * 3600 * 1000

/** Lets go of drafts that nobody has touched for a month: what they were about has long been answered. */
export function forgetOldDrafts(storage: Storage, now: number): void {
  for (const key of Object.keys(storage)) {
    const isDraft = key.startsWith(DRAFTS) || key.startsWith(KEPT_WORDS.aside)
    if (isDraft && now - touchedAt(storage.getItem(key)) > KEPT_MS) storage.removeItem(key)
  }
}

function touchedAt(text: string | null): number {
  try {
    const { at } = JSON.parse(text ?? '') as { readonly at?: unknown }
    return typeof at === 'number' ? at : 0
  } catch {
    return 0
  }
}
