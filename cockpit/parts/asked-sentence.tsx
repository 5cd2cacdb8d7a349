import { Fragment } from 'react'
import { type Asking, askedParts, type Tense } from './asked-parts.ts'
import { pieces } from './visible.tsx'

/** What is asked, in one sentence of ours; names that an agent chose stand in it apart. */
export function AskedSentence({ tense, ...asking }: Asking & { readonly tense?: Tense }) {
  return askedParts(asking, tense).map((part, index) =>
    typeof part === 'string' ? <Fragment key={index}>{part}</Fragment> : <Name key={index} text={part.name} />,
  )
}

/** A name that somebody else chose. */
export function Name({ text }: { readonly text: string }) {
  return <bdi className="name">{pieces(text)}</bdi>
}
