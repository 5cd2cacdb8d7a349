import type { ReactNode } from 'react'
import { type Piece, piecesOf } from './hidden-characters.ts'

/**
 * A text that somebody else wrote, such as code, a path or an argument: complete, in the order in which it is written, with every hidden
 * character named. It never becomes markup.
 */
export function Visible({ text }: { readonly text: string }) {
  return (
    <bdi className="visible" dir="ltr">
      {pieces(text)}
    </bdi>
  )
}

/** What people and agents say in sentences: the same, in the direction of its own language. */
export function Prose({ text }: { readonly text: string }) {
  return <bdi className="visible">{shown(piecesOf(text), (words) => words)}</bdi>
}

/** The inside of a text that somebody else wrote; whatever is around it has to keep its direction to itself. */
export function pieces(text: string): ReactNode {
  return shown(piecesOf(text), (words, key) => (
    <bdi key={key} dir="rtl">
      {words}
    </bdi>
  ))
}

function shown(all: readonly Piece[], leftward: (words: string, key: number) => ReactNode): ReactNode {
  if (all.length === 1 && all[0]?.hidden === undefined && all[0]?.isLeftward === undefined) return all[0]?.text
  return all.map(({ text: piece, hidden, isLeftward }, index) => {
    if (isLeftward === true) return leftward(piece, index)
    if (hidden === undefined) return piece
    return (
      <span key={index} className="hidden-character" title="A character that is not seen">
        {hidden}
      </span>
    )
  })
}
