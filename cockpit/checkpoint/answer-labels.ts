import type { ReviewTerms } from '../../src/model/checkpoint.ts'
import type { AnswerKind } from '../../src/model/review.ts'

/** How an answer is named, explained and given. */
export interface AnswerLabel {
  readonly name: string
  readonly button: string
  readonly means: string
  /** What the box for words asks. */
  readonly asks: string
  readonly tone: 'primary' | 'danger primary'
}

export const ANSWER_LABELS: Readonly<Record<AnswerKind, AnswerLabel>> = {
  approve: {
    name: 'Approve',
    button: 'Approve',
    means: 'The agent goes on with exactly this content, once.',
    asks: 'Reason (may be left out)',
    tone: 'primary',
  },
  edit: {
    name: 'Edit',
    button: 'Save the edit',
    means: 'Changes the arguments. The edit is a new revision that is judged and approved like any other.',
    asks: 'Why it was changed (may be left out)',
    tone: 'primary',
  },
  respond: {
    name: 'Respond',
    button: 'Send the response',
    means: 'Answers in place of the action: nothing runs, and the agent goes on with what you say.',
    asks: 'Reason (may be left out)',
    tone: 'primary',
  },
  request_changes: {
    name: 'Request changes',
    button: 'Request changes',
    means: 'Sends the work back. The agent answers each remark and brings another revision.',
    asks: 'What has to change?',
    tone: 'primary',
  },
  reject: {
    name: 'Reject',
    button: 'Reject',
    means: 'The agent is told no, with your reason, and the same call is refused from now on in this job.',
    asks: 'Why? The agent is told.',
    tone: 'danger primary',
  },
  comment: {
    name: 'Comment',
    button: 'Comment',
    means: 'Decides nothing. The agent and other reviewers see it.',
    asks: 'Comment',
    tone: 'primary',
  },
}

/** What an answer is called here: where nobody else is needed, whoever edits also approves, and the button has to say so. */
export function answerLabel(answer: AnswerKind, terms: ReviewTerms, isSolo: boolean): AnswerLabel {
  const label = ANSWER_LABELS[answer]
  if (answer !== 'edit' || !isSolo || terms.quorum > 1) return label
  const means =
    'Changes the arguments and approves them at once: nobody else has to look, and the agent goes on with them.'
  return { ...label, button: 'Save and approve', means }
}
