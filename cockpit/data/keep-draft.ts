import { say } from '../parts/toasts.tsx'

let isTold = false

/**
 * Notes what is being written, where this browser has room for it. Where it has none, nobody is kept from writing, and is told once. Gives whether it is
 * noted.
 */
export function keepDraft(shelf: Pick<Storage, 'setItem'>, key: string, draft: object): boolean {
  try {
    shelf.setItem(key, JSON.stringify(draft))
    isTold = false
    return true
  } catch {
    // Not now: it may be written down while the page is being drawn.
    if (!isTold) queueMicrotask(() => say('ask', NO_ROOM))
    isTold = true
    return false
  }
}

const NO_ROOM =
  'This browser has no room to keep what you write. Send it before you leave the page; the settings of the browser let go of what this site keeps.'
