import type { ReactNode } from 'react'
import { piecesOf } from './hidden-characters.ts'

/** A text that somebody else wrote: complete, in its own direction, with every hidden character named. It never becomes markup. */
export function Visible({ text }: { readonly text: string }) {
  return <bdi className="visible">{pieces(text)}</bdi>
}

/** The inside of a text that somebody else wrote; whatever is around it has to keep its direction to itself. */
export function pieces(text: string): ReactNode {
  const all = piecesOf(text)
  if (all.length === 1 && all[0]?.hidden === undefined) return text
  return all.map(({ text: piece, hidden }, index) =>
    hidden === undefined ? (
      piece
    ) : (
      <span key={index} className="hidden-character" title="A character that is not seen">
        {hidden}
      </span>
    ),
  )
}
