import { Fragment, type ReactNode } from 'react'
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

/** From one character of a text up to another. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The same with stretches of it set off, such as words that changed. It is read aloud and copied as if none were. */
export function VisibleWith({ text, marks }: { readonly text: string; readonly marks: readonly Stretch[] }) {
  let from = 0
  const all = piecesOf(text).map((piece, index) => {
    const to = from + piece.text.length
    const isWhole = piece.hidden !== undefined || piece.isLeftward === true
    // What is named or stands apart can't be cut, and is set off as soon as any of it is.
    const inside = isWhole ? shown([piece], leftwardWords) : markedPiece(piece.text, from, marks)
    const isMarked = isWhole && marks.some((mark) => mark.from < to && mark.to > from)
    from = to
    return isMarked ? (
      <span key={index} className="changed-word">
        {inside}
      </span>
    ) : (
      <Fragment key={index}>{inside}</Fragment>
    )
  })
  return (
    <bdi className="visible" dir="ltr">
      {all}
    </bdi>
  )
}

/** A piece of a text that begins at some place of it, with what of it is marked set off. */
export function markedPiece(piece: string, from: number, marks: readonly Stretch[]): ReactNode {
  const to = from + piece.length
  const inside = marks.filter((mark) => mark.from < to && mark.to > from)
  if (inside.length === 0) return piece
  let at = 0
  const cut = inside.flatMap((mark): readonly ReactNode[] => {
    const [begin, end] = [Math.max(0, mark.from - from), Math.min(piece.length, mark.to - from)]
    const before = piece.slice(at, begin)
    at = end
    return [
      before,
      <span key={begin} className="changed-word">
        {piece.slice(begin, end)}
      </span>,
    ]
  })
  return [...cut, piece.slice(at)]
}

/** What people and agents say in sentences: the same, in the direction of its own language. */
export function Prose({ text }: { readonly text: string }) {
  return <bdi className="visible">{shown(piecesOf(text), (words) => words)}</bdi>
}

/** The inside of a text that somebody else wrote; whatever is around it has to keep its direction to itself. */
export function pieces(text: string): ReactNode {
  return shown(piecesOf(text), leftwardWords)
}

function leftwardWords(words: string, key: number): ReactNode {
  return (
    <bdi key={key} dir="rtl">
      {words}
    </bdi>
  )
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
