import { memo } from 'react'
import { piecesOf } from '../parts/hidden-characters.ts'
import { Visible } from '../parts/visible.tsx'
import type { Piece } from './colour-lines.ts'

/** A line in the colours of its language. Where it holds hidden characters it is plain, because those have to be seen before all else. */
export const Coloured = memo(function Coloured({
  text,
  pieces,
}: {
  readonly text: string
  readonly pieces: readonly Piece[] | undefined
}) {
  if (pieces === undefined || !isSame(text, pieces) || piecesOf(text).some(({ hidden }) => hidden !== undefined))
    return <Visible text={text} />
  return (
    <bdi className="visible">
      {pieces.map(({ text: piece, style }, index) =>
        style === '' ? (
          piece
        ) : (
          <span key={index} className={style}>
            {piece}
          </span>
        ),
      )}
    </bdi>
  )
})

/** What is shown is the line itself, whatever the colours were made for. */
function isSame(text: string, pieces: readonly Piece[]): boolean {
  return pieces.map((piece) => piece.text).join('') === text
}
