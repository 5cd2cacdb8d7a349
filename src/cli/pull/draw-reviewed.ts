import { counted } from '../../model/counted.ts'
import type { JobStatus } from '../../model/job.ts'
import type { Presence } from '../../model/presence.ts'
import { isAlone } from '../../model/presence-text.ts'
import type { Pull } from '../../model/pull.ts'
import { fitText } from '../text/fit-text.ts'
import type { Page } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'

/** What a review came to. */
interface Came {
  readonly status: string
  readonly missing: number
  readonly owed: number
  /** What was said stands in the way of every approval. */
  readonly blocks: boolean
  readonly isHalted: boolean
  /** Where its job stands by now, and who is there to go on with it. */
  readonly job: JobStatus
  readonly presence: Presence | null
}

/** What a review did. Commands stand on lines of their own, which are not broken, so that they can be copied. */
export function drawReviewed(
  answer: string,
  pull: Pull,
  { came, page }: { came: Came; page: Page },
): readonly string[] {
  const isStopped = answer === 'request_changes' && came.job === 'stopped'
  const texts = [isStopped ? stoppedText(pull) : textOf(answer, pull.id, came), ...nobody(answer, came)]
  const next = isStopped ? afterStop(pull) : answer === 'comment' ? [soon(pull)] : []
  return [
    ...texts.flatMap((text) => wrap(text, page.width)),
    ...next.flatMap((line) => fitText(page.spell(line), page.width - 2)).map((line) => `  ${line}`),
  ]
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

function textOf(answer: string, pull: string, { status, missing, owed, blocks, isHalted }: Came): string {
  if (answer === 'comment') {
    const blocking = blocks ? ' It blocks: nobody can approve until it is resolved (--kind nit does not).' : ''
    return `Your comment stands on ${pull}.${blocking} The agent answers it before anything is merged.`
  }
  if (answer === 'reject') return `${pull} is rejected and closed. Nothing of it is merged.`
  if (answer === 'request_changes') return `${pull} went back to the agent.`
  if (status !== 'approved')
    return `Your approval counts; ${missing === 1 ? 'one more is' : `${missing} more are`} needed.`
  if (isHalted) return `${pull} is approved, and nothing is merged until the kill switch is off.`
  if (owed === 0) return `${pull} is approved and will be merged.`
  return `${pull} is approved. The agent answers ${counted(owed, 'comment')} first; what it changes for that is reviewed again.`
}

/** What comes next is the agent's, and it may not be there. */
function nobody(answer: string, { presence, job, status, isHalted }: Came): readonly string[] {
  const isAgents = answer === 'request_changes' ? job !== 'stopped' : answer === 'approve' && status === 'approved'
  if (!isAgents || isHalted || presence === null || !isAlone(presence)) return []
  return ['No process has its job open: it goes on when its agent runs again.']
}
