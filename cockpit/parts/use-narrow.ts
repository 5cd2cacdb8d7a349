import { useSyncExternalStore } from 'react'

const NARROW = matchMedia('screen and (max-width: 720px)')

function watch(watcher: () => void): () => void {
  NARROW.addEventListener('change', watcher)
  return () => NARROW.removeEventListener('change', watcher)
}

/** Whether the page is as narrow as on a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => NARROW.matches)
}
