import { useEffect, useSyncExternalStore } from 'react'
import { harmless } from '../../src/model/harmless.ts'

const LONGEST = 80

let named: string | undefined
const listeners = new Set<() => void>()

function put(text: string | undefined): void {
  named = text
  for (const listener of listeners) listener()
}

/** Names what a page is about, for as long as it is shown. Agents chose some of the words: none of them acts in a title. */
export function useName(text: string): void {
  useEffect(() => {
    put(text)
    return () => put(undefined)
  }, [text])
}

/** What the page that is shown is about; undefined where its place says all. */
export function useNamed(): string | undefined {
  return useSyncExternalStore(subscribe, () => named)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The title of a tab. The inbox begins with how much waits; elsewhere the first words tell one tab from another. */
export function titleOf(given: {
  readonly place: string
  readonly name?: string | undefined
  readonly waiting: number
}): string {
  if (given.name !== undefined) return `${cut(harmless(given.name))} · Leeway`
  return `${given.waiting > 0 ? `(${given.waiting}) ` : ''}${given.place} · Leeway`
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`
}
