import { focusLater } from '../parts/focus-later.ts'

/** Puts the focus on a row, as soon as it is drawn: it may have been out of sight. */
export function focusRow(id: string): void {
  const focus = focusLater()
  requestAnimationFrame(() =>
    requestAnimationFrame(() => focus(document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`))),
  )
}
