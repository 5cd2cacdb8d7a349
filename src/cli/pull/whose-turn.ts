import type { ListedPull, PullView } from '../../compose.ts'
import { behindShort } from '../../model/behind-text.ts'
import { counted } from '../../model/counted.ts'
import { harmless } from '../../model/harmless.ts'
import { isOutlived } from '../../model/outlived-approval.ts'
import { owedOn } from '../../model/owed-on.ts'
import { turnOf } from '../../model/turn-of.ts'
import type { Page } from '../text/page.ts'

const WAITS_FOR = {
  review: 'a person',
  resume: 'a person, to resume',
  mend: 'a person: the merge failed',
  agent: 'the agent',
  merge: 'the merge',
} as const

/** Whose turn it is. */
export function waitsFor({ status, turn, blocking, behind }: ListedPull): string {
  if (turn === null) return status
  if (turn === 'agent' && behind !== undefined) return `${WAITS_FOR[turn]}: ${behindShort(behind)}`
  const stops = turn === 'review' && blocking.length > 0 ? ` (${counted(blocking.length, 'blocking thread')})` : ''
  return `${WAITS_FOR[turn]}${stops}`
}

/** The same with all that is known of one. */
export function turnIn({ pull, checkpoint, job_status }: PullView, page: Page): string {
  const turn = turnOf(pull, checkpoint, job_status)
  if (turn === 'resume') return page.spell(`a person, to let the job go on: leeway resume ${pull.job} --reason WHY`)
  if (turn === 'mend') return mendText(pull, page)
  if (turn === 'merge' && pull.merge === null) return mergerText(pull)
  if (turn !== 'agent') return turn === 'merge' ? 'being merged' : waitsFor({ ...pull, turn })
  return agentText(pull, checkpoint)
}

function agentText(pull: PullView['pull'], checkpoint: PullView['checkpoint']): string {
  const owed = counted(owedOn(pull, checkpoint), 'comment')
  if (checkpoint?.status === 'expired') return 'the agent, to ask again: nobody answered in time'
  if (checkpoint?.status !== 'approved') return `the agent (${owed} to answer)`
  if (checkpoint.spent_at !== null) return 'the agent, to bring it anew: it could not be merged as it was approved'
  if (isOutlived(pull, checkpoint))
    return 'the agent, to bring it anew: what was approved is not what stands there by now'
  return `the agent (approved; ${owed} to answer)`
}

/** What only the forge knows the reason of is tried again until it lets it be. */
function mergerText({ hosted }: PullView['pull']): string {
  if (hosted === undefined || hosted.refused === null) return 'whoever keeps the house, to merge it'
  return `the forge, which does not merge it yet: ${harmless(hosted.refused)}`
}

/** What a person has to do where a merge can't be made. Where a forge keeps `main`, it may have made it already. */
function mendText({ stuck, hosted }: PullView['pull'], page: Page): string {
  const reason = harmless(stuck?.reason ?? '')
  // What git says may have sent them there already.
  const where = reason.includes('leeway doctor') ? '' : 'leeway doctor names what is wrong. '
  const then =
    hosted === undefined
      ? `${where}Main is as it was; once it is mended, it is merged within a minute.`
      : 'The forge may have merged it already; once it is mended, that is found, or it is merged within a minute.'
  return `a person, to mend what stops the merge: ${page.spell(`${reason} ${then}`)}`
}
