import type { AnswerKind } from '../../src/model/review.ts'
import { ANSWER_LABELS } from './answer-labels.ts'
import { phoneAnswers } from './phone-answers.ts'

/** On a narrow screen the answers stay within reach of a thumb; each leads to where it is finished. */
export function PhoneBar({
  answers,
  onChoose,
}: {
  readonly answers: readonly AnswerKind[]
  readonly onChoose: (answer: AnswerKind) => void
}) {
  const { shown, hasMore } = phoneAnswers(answers)
  return (
    <div className="phone-bar">
      {hasMore && (
        <button type="button" className="button" onClick={showPanel}>
          More…
        </button>
      )}
      {shown.map((answer, at) => (
        <button
          key={answer}
          type="button"
          className={classOf(answer, at === shown.length - 1)}
          onClick={() => {
            onChoose(answer)
            showPanel()
          }}
        >
          {ANSWER_LABELS[answer].name}…
        </button>
      ))}
    </div>
  )
}

function showPanel(): void {
  document.querySelector('.review-side')?.scrollIntoView({ block: 'start' })
}

function classOf(answer: AnswerKind, isLast: boolean): string {
  if (answer === 'reject') return 'button danger'
  return isLast ? 'button primary' : 'button'
}
