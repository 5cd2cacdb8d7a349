import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type Hotkey, hotkeys } from './hotkeys.ts'

/** Binds keys while a component is there; they always do what its last drawing said. */
export function useHotkeys(keys: readonly Hotkey[]): void {
  const latest = useRef(keys)
  latest.current = keys
  const names = keys.map(({ keys: names, label }) => `${names}\0${label}`).join('\n')
  useEffect(() => {
    const bound = latest.current.map((hotkey, index) => ({ ...hotkey, run: () => latest.current[index]?.run() }))
    return hotkeys.bind(bound)
  }, [names])
}

/** The keys that do something now, by what they are about. */
export function useBoundKeys(): readonly Hotkey[] {
  return useSyncExternalStore(
    (changed) => hotkeys.watch(changed),
    () => hotkeys.all,
  ).flat()
}

/** Whether single keys are switched on. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(
    (changed) => hotkeys.watch(changed),
    () => hotkeys.hasSingleKeys,
  )
}
