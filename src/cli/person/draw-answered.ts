import type { Desk } from '../../compose.ts'
import { answeredText, isAlone, JOB_ALONE } from '../../model/presence-text.ts'
import type { Review } from '../../model/review.ts'
import { age } from '../text/age.ts'
import type { Page } from '../text/page.ts'
import { visibleWidth } from '../text/visible-width.ts'
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

/** What an answer did: beside its checkpoint where that fits in one line, else below. */
export function drawAnswered(answered: Answered, review: Review, drawing: Drawing): string {
  const { page, next, isHalted = false, said = sentence(answered, review, isHalted) } = drawing
  const { checkpoint, status, grant, presence } = answered
  const { symbol, format } = STATUS_SIGNS[status]
  const sign = page.paint(['bold', format], `${symbol} ${status}`)
  const isShort = visibleWidth(`${symbol} ${status}  ${checkpoint}  ${said}`) <= page.width
  const head = `${sign}  ${page.paint('bold', checkpoint)}`
  // What was approved of work is merged by whoever keeps the house; what comes after that is its agent's.
  const isLeft = drawing.said !== undefined && status === 'approved' && !isHalted && isAlone(presence)
  return [
    ...(isShort ? [`${head}  ${said}`.trimEnd()] : [head, ...below(said, page)]),
    ...below(isLeft ? JOB_ALONE : '', page),
    // On a line of its own, so that it can be copied.
    ...below(grant === null ? '' : `It leaves the grant ${grant}.`, page),
    ...below(next, page),
  ].join('\n')
}

/** It may be long, and holds commands to copy. */
function below(text: string, page: Page): readonly string[] {
  return text === '' ? [] : wrap(page.spell(text), page.width - 2).map((line) => `  ${line}`)
}

function sentence({ status, missing, revision, presence }: Answered, { answer }: Review, isHalted: boolean): string {
  const ago = (at: string) => age(at, new Date())
  if (status === 'rejected') return 'It does not happen, and the same call is refused from now on.'
  if (status !== 'pending') return (isHalted ? HALTED[status] : undefined) ?? answeredText(status, presence, ago)
  if (answer === 'comment') return `Your remark is ${isAlone(presence) ? 'kept for' : 'with'} the agent.`
  if (answer === 'request_changes') return isAlone(presence) ? KEPT_BACK : WITH_AGENT
  if (answer === 'edit') return `Revision ${revision} is as you wrote it.`
  return `Your approval counts; ${missing === 1 ? 'one more is' : `${missing} more are`} missing.`
}

const WITH_AGENT = 'It is with the agent, which brings the next revision.'
const KEPT_BACK = 'It is kept for the agent, which brings the next revision when it runs again.'

const HALTED: Readonly<Record<string, string>> = {
  approved: 'It is approved, and nothing runs until the kill switch is off.',
  answered: 'Your answer is kept, and the agent does not go on until the kill switch is off.',
}
