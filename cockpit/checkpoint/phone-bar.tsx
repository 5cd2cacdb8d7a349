import type { AnswerKind } from '../../src/model/review.ts'
import { ANSWER_LABELS } from './answer-labels.ts'

/** On a narrow screen the answers stay within reach of a thumb; each leads to where it is finished. */
export function PhoneBar({
  answers,
  onChoose,
}: {
  readonly answers: readonly AnswerKind[]
  readonly onChoose: (answer: AnswerKind) => void
}) {
  const shown = (['reject', 'approve'] as const).filter((answer) => answers.includes(answer))
  return (
    <div className="phone-bar">
      {shown.map((answer) => (
        <button
          key={answer}
          type="button"
          className={answer === 'approve' ? 'button primary' : 'button danger'}
          onClick={() => {
            onChoose(answer)
            document.querySelector('.review-side')?.scrollIntoView({ block: 'start' })
          }}
        >
          {ANSWER_LABELS[answer].name}…
        </button>
      ))}
    </div>
  )
}
