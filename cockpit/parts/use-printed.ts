import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: paper has no place to scroll to, so that all has to be drawn. */
export function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    // The browser takes the page as it is when this returns.
    const before = () => flushSync(() => setPrinted(true))
    const after = () => setPrinted(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinted
}
