import { piecesOf } from './hidden-characters.ts'

/** A text that somebody else wrote: complete, in its own direction, with every hidden character named. It never becomes markup. */
export function Visible({ text }: { readonly text: string }) {
  return (
    <bdi className="visible">
      {piecesOf(text).map(({ text: piece, hidden }, index) =>
        hidden === undefined ? (
          piece
        ) : (
          <span key={index} className="hidden-character" title="A character that is not seen">
            {hidden}
          </span>
        ),
      )}
    </bdi>
  )
}
