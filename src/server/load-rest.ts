import type { RouteParts } from './http/route.ts'

/** What whoever runs the server can do about a part that is not there. */
export const NOT_WHOLE = 'If the package was updated or removed, start the server again.'

/**
 * Loads one part after the other, so that whoever asks meanwhile is answered in between. A part that cannot be loaded keeps nothing from the
 * others: it is told of once, and fails for whoever needs it.
 */
export async function loadRest(
  loads: readonly (() => Promise<unknown>)[],
  { closing, report }: Pick<RouteParts, 'closing' | 'report'>,
): Promise<void> {
  const failures: unknown[] = []
  for (const load of loads) {
    if (closing.aborted) return
    await load().catch((error: unknown) => failures.push(error))
  }
  if (failures.length === 0 || closing.aborted) return
  report(`Parts of the server could not be loaded, and calls that need them will fail. ${NOT_WHOLE}`, failures[0])
}
