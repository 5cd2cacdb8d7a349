import type { JobStatus } from '../../model/job-status.ts'
import type { Presence } from '../../model/presence.ts'
import { isAlone, JOB_ALONE } from '../../model/presence-text.ts'
import type { Pull } from '../../model/pull.ts'
import { fitText } from '../text/fit-text.ts'
import type { Page } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'
import { alongText, approvedText } from './reviewed-text.ts'

type Answer = 'approve' | 'request_changes' | 'comment' | 'reject'

/** What a review came to. */
type Came = Parameters<typeof approvedText>[1] & {
  /** What was said stands in the way of every approval. */
  readonly blocks: boolean
  /** Where its job stands by now, and who is there to go on with it. */
  readonly job: JobStatus
  readonly presence: Presence | null
}

/** What a review did. Commands stand on lines of their own, which are not broken, so that they can be copied. */
export function drawReviewed(
  answer: Answer,
  pull: Pull,
  { came, page }: { readonly came: Came; readonly page: Page },
): readonly string[] {
  const isStopped = answer === 'request_changes' && came.job === 'stopped'
  const texts = [...(isStopped ? [stoppedText(pull)] : saidOf(answer, pull, came)), ...nobody(answer, came)]
  const next = isStopped ? afterStop(pull) : answer === 'comment' ? [soon(pull)] : []
  return [
    ...texts.flatMap((text) => wrap(text, page.width)),
    ...next.flatMap((line) => fitText(page.spell(line), page.width - 2)).map((line) => `  ${line}`),
  ]
}

function saidOf(answer: Answer, pull: Pull, came: Came): readonly string[] {
  if (answer === 'approve') return [approvedText(pull, came)]
  return [drawnText(answer, pull.id, came), ...alongText(came.drafts)]
}

/** The words are kept for whoever goes on with it. */
function stoppedText({ job, id }: Pull): string {
  return `What you said of ${id} is kept, and nobody works on it: job ${job} is stopped, as when a complaint comes back twice.`
}

function afterStop({ job }: Pull): readonly string[] {
  return [`See why:       leeway job show ${job}`, `Let it go on:  leeway resume ${job} --reason WHY`]
}

function soon({ id }: Pull): string {
  return `For an answer now:  leeway pr request-changes ${id}`
}

/** What was said without an approval came to. */
function drawnText(answer: Exclude<Answer, 'approve'>, pull: string, { blocks }: Came): string {
  if (answer === 'reject') return `${pull} is rejected and closed. Nothing of it is merged.`
  if (answer === 'request_changes') return `${pull} went back to the agent.`
  const blocking = blocks ? ' It blocks: nobody can approve until it is resolved (--kind nit does not).' : ''
  return `Your comment stands on ${pull}.${blocking} The agent answers it before anything is merged.`
}

/** What comes next is the agent's, and it may not be there. */
function nobody(answer: Answer, { presence, job, status, isHalted }: Came): readonly string[] {
  const isAgents = answer === 'request_changes' ? job !== 'stopped' : answer === 'approve' && status === 'approved'
  return isAgents && !isHalted && presence !== null && isAlone(presence) ? [JOB_ALONE] : []
}
