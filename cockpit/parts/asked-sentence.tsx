import type { ReactNode } from 'react'
import { type Asking, askedParts, type Tense } from './asked-parts.ts'
import { pieces } from './visible.tsx'

/** What is asked, in one sentence of ours; names that an agent chose stand in it apart. */
export function AskedSentence({ tense, ...asking }: Asking & { readonly tense?: Tense }) {
  return sentenceOf(asking, tense)
}

/** The same for the rows of a list, where every component counts. */
export function sentenceOf(asking: Asking, tense?: Tense): ReactNode {
  return askedParts(asking, tense).map((part, index) => (typeof part === 'string' ? part : nameOf(part.name, index)))
}

/** A name that somebody else chose. */
export function Name({ text }: { readonly text: string }) {
  return nameOf(text)
}

function nameOf(text: string, key?: number) {
  return (
    <bdi key={key} className="name">
      {pieces(text)}
    </bdi>
  )
}
