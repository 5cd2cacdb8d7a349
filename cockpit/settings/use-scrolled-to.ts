import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

const ACTS = ['wheel', 'keydown', 'pointerdown'] as const

/** Brings the part of a page into sight that the address names, and keeps it there while what is read comes in above it, until somebody acts. */
export function useScrolledTo(name: string, part: RefObject<HTMLElement | null>): void {
  const { hash } = useLocation()
  useEffect(() => {
    const page = part.current?.parentElement
    if (hash !== name || !page) return
    const watching = new ResizeObserver(() => part.current?.scrollIntoView({ block: 'center' }))
    watching.observe(page)
    const acted = new AbortController()
    const stop = () => {
      watching.disconnect()
      acted.abort()
    }
    for (const act of ACTS) addEventListener(act, stop, { signal: acted.signal, passive: true })
    return stop
  }, [hash, name, part])
}
