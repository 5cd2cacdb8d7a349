/** How the names of kept drafts begin. */
export const DRAFTS = 'leeway.draft:'

const KEPT_MS = 30 * 24 * 3600 * 1000

/** Lets go of drafts that nobody has touched for a month: what they were about has long been answered. */
export function forgetOldDrafts(storage: Storage, now: number): void {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(DRAFTS) && now - touchedAt(storage.getItem(key)) > KEPT_MS) storage.removeItem(key)
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
