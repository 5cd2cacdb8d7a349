/** What was last focused here: going on from it is nobody's change of mind. */
let ours: Element | null = null

/**
 * Gives the way to focus something that is drawn only some frames from now. It does nothing when somebody has gone elsewhere
 * meanwhile: what they type next is meant for where they are.
 */
export function focusLater(): (element: HTMLElement | null | undefined, options?: FocusOptions) => void {
  const before = document.activeElement
  return (element, options) => {
    const now = document.activeElement
    const isElsewhere = now !== before && now !== ours && now !== document.body
    if (!element || isElsewhere) return
    element.focus(options)
    ours = element
  }
}
