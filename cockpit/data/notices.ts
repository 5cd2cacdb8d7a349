const KEY = 'leeway.notices'

/** Whether somebody wants notices here, and the browser lets us. */
export function areNoticesWanted(): boolean {
  return localStorage.getItem(KEY) === 'on' && 'Notification' in globalThis && Notification.permission === 'granted'
}

/** Switches notices on or off; gives what the browser, which has a say in it, made of that. */
export async function setNoticesWanted(wanted: boolean): Promise<'on' | 'off' | 'refused'> {
  const isAllowed = wanted && 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted'
  if (isAllowed) localStorage.setItem(KEY, 'on')
  else localStorage.removeItem(KEY)
  return isAllowed ? 'on' : wanted ? 'refused' : 'off'
}

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
