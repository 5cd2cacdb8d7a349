import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: paper has no place to scroll to, so that all has to be drawn. */
export function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    // The browser takes the page as it is when this returns.
    const before = () => flushSync(() => setPrinted(true))
    const after = () => setPrinted(false)
    const paper = matchMedia('print')
    const turn = () => (paper.matches ? before() : after())
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    // Not every browser says both.
    paper.addEventListener('change', turn)
    return () => {
      paper.removeEventListener('change', turn)
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinted
}

/** Opens what is folded in a part of the page for as long as it is printed: paper has nothing to open it with. */
export function useUnfoldedOnPaper(part: RefObject<HTMLElement | null>): void {
  const isPrinted = usePrinted()
  useLayoutEffect(() => {
    if (!isPrinted) return undefined
    const folded = [...(part.current?.querySelectorAll('details:not([open])') ?? [])] as HTMLDetailsElement[]
    for (const one of folded) one.open = true
    return () => {
      for (const one of folded) one.open = false
    }
  }, [isPrinted, part])
}
