import type { Desk } from '../../compose.ts'
import type { Review } from '../../model/review.ts'
import type { Page } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'
import { STATUS_SIGNS } from './status-signs.ts'

type Answered = Awaited<ReturnType<Desk['answer']>> & { readonly checkpoint: string }

interface Drawing {
  readonly page: Page
  /** Who has to do what now; empty where nobody has. */
  readonly next: string
  /** Nothing of the job runs while the kill switch is on. */
  readonly isHalted?: boolean
  /** What it did, where that is not the usual. */
  readonly said?: string | undefined
}

/** What an answer did, in one line. */
export function drawAnswered(answered: Answered, review: Review, drawing: Drawing): string {
  const { page, next, isHalted = false, said = sentence(answered, review, isHalted) } = drawing
  const { checkpoint, status, grant } = answered
  const { symbol, format } = STATUS_SIGNS[status]
  const sign = page.paint(['bold', format], `${symbol} ${status}`)
  const left = grant === null ? '' : ` It leaves the grant ${grant}.`
  return `${sign}  ${page.paint('bold', checkpoint)}  ${said}${left}${below(next, page)}`
}

/** It may be long, and holds commands to copy. */
function below(next: string, page: Page): string {
  if (next === '') return ''
  return `\n${wrap(page.spell(next), page.width - 2)
    .map((line) => `  ${line}`)
    .join('\n')}`
}

function sentence({ status, missing, revision }: Answered, { answer }: Review, isHalted: boolean): string {
  if (status !== 'pending') return (isHalted ? HALTED[status] : undefined) ?? DONE[status] ?? ''
  if (answer === 'comment') return 'Your remark is with the agent.'
  if (answer === 'request_changes') return 'It is with the agent, which brings the next revision.'
  if (answer === 'edit') return `Revision ${revision} is as you wrote it.`
  return `Your approval counts; ${missing === 1 ? 'one more is' : `${missing} more are`} missing.`
}

const DONE: Readonly<Record<string, string>> = {
  approved: 'The agent goes on.',
  answered: 'The agent has your answer.',
  rejected: 'It does not happen, and the same call is refused from now on.',
}

const HALTED: Readonly<Record<string, string>> = {
  approved: 'It is approved, and nothing runs until the kill switch is off.',
  answered: 'Your answer is kept, and the agent does not go on until the kill switch is off.',
}
