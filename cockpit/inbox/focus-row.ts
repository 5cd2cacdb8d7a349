import { focusLater } from '../parts/focus-later.ts'

/** Puts the focus on a row at once where it is drawn, and says whether it is. It scrolls nothing: the list follows its cursor. */
export function focusDrawnRow(id: string): boolean {
  const link = rowLink(id)
  link?.focus({ preventScroll: true })
  return link !== null
}

/** Puts the focus on a row as soon as it is drawn. */
export function focusRow(id: string): void {
  const focus = focusLater()
  requestAnimationFrame(() => requestAnimationFrame(() => focus(rowLink(id))))
}

/** The row that something on the page stands in. */
export function rowAround(element: Element): string | undefined {
  return element.closest('.row')?.querySelector<HTMLElement>('[data-id]')?.dataset['id']
}

function rowLink(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)
}
