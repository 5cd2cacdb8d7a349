/** Says that another round arrived; nothing moves, and no word is lost, until somebody wants to see it. */
export function NewerRound({ to, onShow }: { readonly to: number; readonly onShow: () => void }) {
  return (
    <div className="notice ask" role="status">
      <span>Round {to} arrived while you were reading. What you have written is kept.</span>
      <button type="button" className="button" onClick={onShow}>
        Go to round {to}
      </button>
    </div>
  )
}
