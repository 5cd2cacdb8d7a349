import { useSyncExternalStore } from 'react'

/** What somebody wants the page to look like; `system` follows the machine. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'leeway.theme'
const watchers = new Set<() => void>()

function theme(): Theme {
  const said = document.documentElement.dataset['theme']
  return said === 'light' || said === 'dark' ? said : 'system'
}

/** Changes how the page looks, here and when it is next opened. */
export function setTheme(wanted: Theme): void {
  if (wanted === 'system') {
    delete document.documentElement.dataset['theme']
    localStorage.removeItem(KEY)
  } else {
    document.documentElement.dataset['theme'] = wanted
    localStorage.setItem(KEY, wanted)
  }
  for (const watcher of watchers) watcher()
}

/** Goes from one look to the next. */
export function nextTheme(): void {
  setTheme(THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] ?? 'system')
}

/** How the page is to look. */
export function useTheme(): Theme {
  return useSyncExternalStore((changed) => {
    watchers.add(changed)
    return () => watchers.delete(changed)
  }, theme)
}
