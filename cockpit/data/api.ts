import { PAGE_KEY } from '../../src/api/page-key.ts'
import { PageClient } from '../../src/client/page-client.ts'
import { logPlace } from './log-place.ts'
import { serverClock } from './server-clock.ts'

/** The half of the sign-in that our own pages keep; another tab may have signed in anew, so it is looked for each time. */
function pageKey(): string | undefined {
  return localStorage.getItem(PAGE_KEY.storage) ?? undefined
}

/** Calls back when another tab of this browser has signed in or out, for as long as the page is there. */
export function watchSignIn(changed: () => void): void {
  addEventListener('storage', ({ key }) => {
    // A storage that was cleared whole names no key.
    if (key === PAGE_KEY.storage || key === null) changed()
  })
}

/** The server that this page came from. */
export const api = new PageClient({
  url: location.origin,
  pageKey,
  fetch: (...request) => serverClock.hear(logPlace.hear(fetch(...request))),
})
