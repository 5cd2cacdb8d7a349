import { DRAFTS } from '../data/forget-drafts.ts'

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The words that were being written about something and not sent; none where there are none, or they can't be read. */
export function readWords(storage: Kept, about: string): string {
  try {
    const { text } = JSON.parse(storage.getItem(keyOf(about)) ?? '{}') as { readonly text?: unknown }
    return typeof text === 'string' ? text : ''
  } catch {
    return ''
  }
}

/** Keeps them in this browser, so that neither Esc nor a reload loses one; empty ones are let go. */
export function keepWords(
  storage: Kept,
  about: string,
  { text, at }: { readonly text: string; readonly at: number },
): void {
  storage.removeItem(keyOf(about))
  if (text.trim() === '') return
  try {
    storage.setItem(keyOf(about), JSON.stringify({ text, at }))
  } catch {
    // There is no room left. That keeps nobody from saying why they halt everything.
  }
}

function keyOf(about: string): string {
  return `${DRAFTS}why:${about}`
}
