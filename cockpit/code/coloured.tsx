import { memo } from 'react'
import { piecesOf, type Piece as Written } from '../parts/hidden-characters.ts'
import { markedPiece, type Stretch, Visible, VisibleWith } from '../parts/visible.tsx'
import type { Piece } from './colour-lines.ts'

const NONE: readonly Stretch[] = []

/** A line in the colours of its language. Where something in it would not be seen, or not in its place, it is plain: that comes before all else. */
export const Coloured = memo(function Coloured({
  text,
  pieces,
  marks = NONE,
}: {
  readonly text: string
  readonly pieces: readonly Piece[] | undefined
  /** What of it is set off. */
  readonly marks?: readonly Stretch[]
}) {
  if (pieces === undefined || !isSame(text, pieces) || piecesOf(text).some(isMisleading)) {
    return marks.length === 0 ? <Visible text={text} /> : <VisibleWith text={text} marks={marks} />
  }
  let from = 0
  return (
    <bdi className="visible" dir="ltr">
      {pieces.map(({ text: piece, style }, index) => {
        const inside = markedPiece(piece, from, marks)
        from += piece.length
        return style === '' ? (
          inside
        ) : (
          <span key={index} className={style}>
            {inside}
          </span>
        )
      })}
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
