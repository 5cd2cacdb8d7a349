import { type RefObject, useEffect, useRef } from 'react'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { Me } from '../data/use-me.ts'
import { say } from '../parts/toasts.tsx'
import { becameText, byWhom } from './became-text.ts'

/**
 * Tells whoever has a checkpoint open that it is over. The form goes and takes the focus along, so that goes to the notice that came in its
 * place; a notice that comes with its words is not read aloud everywhere, so what others did is also said where things are always said.
 */
export function useOver(
  checkpoint: Pick<Checkpoint, 'status' | 'resolution'>,
  me: Me | undefined,
): RefObject<HTMLDivElement | null> {
  const notice = useRef<HTMLDivElement>(null)
  const isOpen = checkpoint.status === 'pending'
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isJustOver = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!isJustOver) return
    const hasLost = document.activeElement === null || document.activeElement === document.body
    if (hasLost) notice.current?.focus()
    if (byWhom(checkpoint.resolution) !== me?.id) say('ask', `Meanwhile this was ${becameText(checkpoint)}.`)
  })
  return notice
}
