/** Puts the focus on a row, as soon as it is drawn: it may have been out of sight. */
export function focusRow(id: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus()),
  )
}
