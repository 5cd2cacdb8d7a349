import { memo } from 'react'
import { piecesOf, type Piece as Written } from '../parts/hidden-characters.ts'
import { Visible } from '../parts/visible.tsx'
import type { Piece } from './colour-lines.ts'

/** A line in the colours of its language. Where something in it would not be seen, or not in its place, it is plain: that comes before all else. */
export const Coloured = memo(function Coloured({
  text,
  pieces,
}: {
  readonly text: string
  readonly pieces: readonly Piece[] | undefined
}) {
  if (pieces === undefined || !isSame(text, pieces) || piecesOf(text).some(isMisleading)) return <Visible text={text} />
  return (
    <bdi className="visible" dir="ltr">
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

function isMisleading({ hidden, isLeftward }: Written): boolean {
  return hidden !== undefined || isLeftward === true
}

/** What is shown is the line itself, whatever the colours were made for. */
function isSame(text: string, pieces: readonly Piece[]): boolean {
  return pieces.map((piece) => piece.text).join('') === text
}
