const KEY = 'leeway.notices'

/** Whether somebody wants notices here, and the browser lets us. */
export function areNoticesWanted(): boolean {
  return localStorage.getItem(KEY) === 'on' && 'Notification' in globalThis && Notification.permission === 'granted'
}

/** Switches notices on or off; gives what it is from now on, which the browser has a say in. */
export async function setNoticesWanted(wanted: boolean): Promise<boolean> {
  const isAllowed = wanted && 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted'
  if (isAllowed) localStorage.setItem(KEY, 'on')
  else localStorage.removeItem(KEY)
  return isAllowed
}

/** Why the browser shows no notices, as a sentence; null where it does, or has not been asked. */
export function whyNoNotices(): string | null {
  if (!('Notification' in globalThis)) return 'This browser has no notices, or shows none on a page at this address.'
  return Notification.permission === 'denied' ? BLOCKED : null
}

const BLOCKED =
  'This browser blocks notices of this page. Allow them where it keeps the settings of a site, beside the address, and tick the box again.'

let shown: Notification | undefined

/** Says once that something new needs somebody, without a word of what an agent wrote; a newer notice takes the place of an older. */
export function notify(waiting: number): void {
  if (!document.hidden || !areNoticesWanted()) return
  const text = waiting === 1 ? 'One thing needs you.' : `${waiting} things need you.`
  const notice = new Notification('Leeway', { body: text, tag: 'leeway-waiting', icon: '/icon.svg' })
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
  })
  shown = notice
}

/** Takes back what was said: all of it was answered, here or elsewhere. */
export function takeNoticeBack(): void {
  shown?.close()
  shown = undefined
}
