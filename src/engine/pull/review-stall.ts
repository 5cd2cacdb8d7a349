import type { Pull } from '../../model/pull.ts'
import type { RejectedPart } from '../../model/rejected-part.ts'
import { placeText } from '../../model/rejected-text.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import type { eventMaker } from '../event-maker.ts'
import type { NewEvent } from '../ports.ts'
import type { Reader } from '../reader.ts'
import type { ReviewState } from '../review-state.ts'
import { roundAt } from '../tables.ts'
import type { StalledPart } from './pull-events.ts'
import { judgedPart, keyOf } from './standing-noes.ts'

/** How often the same complaint, or what was rejected, may come back before somebody has to step in. */
const STALL_AT = 2

/** More than these are counted. */
const NAMED = 3

interface Stalling extends Pick<ReviewState, 'job'> {
  readonly pull: Pull
  readonly talked: ReadonlyMap<string, ReviewThread>
  /** What stands rejected and the agent has brought back as it was too often. */
  readonly cameBack: readonly RejectedPart[]
  /** What the review itself says: its threads, its words about the whole, and how often those have come back. */
  readonly said: { readonly threads: readonly ReviewThread[]; readonly text: string; readonly times: number }
}

/**
 * What of the rejected parts the agent has brought back unchanged, round after round. Rounds of people in between do not count, because they
 * bring nothing back; a round without the part begins the count anew.
 */
export async function cameBackIn(
  read: Reader,
  pull: Pull,
  rejected: readonly RejectedPart[],
): Promise<readonly RejectedPart[]> {
  if (rejected.length === 0) return []
  // A part may have been judged in more than one place, on its way from one to the other.
  let open = rejected.flatMap(({ judged }) => judged.map((part) => ({ key: keyOf(judgedPart(part)), times: 0 })))
  const stuck = new Set<string>()
  for (let number = pull.round; number > 1 && open.length > 0; number--) {
    const round = await read.get('rounds', roundAt(pull.id, number))
    const times = round?.by.kind === 'person' ? 0 : 1
    const back = new Set(round?.returned.map(({ judged }) => keyOf(judged)))
    const counted = open.filter(({ key }) => back.has(key)).map((one) => ({ ...one, times: one.times + times }))
    for (const { key } of counted.filter((one) => one.times >= STALL_AT)) stuck.add(key)
    open = counted.filter((one) => one.times < STALL_AT)
  }
  return rejected.filter(({ judged }) => judged.some((part) => stuck.has(keyOf(judgedPart(part)))))
}

/**
 * The agent has twice called it fixed or declined it, and somebody still wants it otherwise, or it brought back twice what was rejected: a third
 * round would go the same way. The job stops until a person resumes it, with other words or another agent.
 */
export function stalledIn(
  { talked, job, pull, cameBack, said }: Stalling,
  event: ReturnType<typeof eventMaker>,
): readonly NewEvent[] {
  const waiting = [...talked.values()].filter(({ id }) => pull.unanswered.includes(id))
  const threads = [...waiting, ...said.threads].filter(({ returns }) => returns >= STALL_AT).map(({ id }) => id)
  const whole = said.times >= STALL_AT ? said.text.trim() : ''
  if (threads.length + whole.length + cameBack.length === 0) return []
  const complaints = [...threads, ...(whole === '' ? [] : [briefly(whole)])]
  const complaint =
    complaints.length === 0 ? [] : [`The same complaint came back ${STALL_AT} times: ${complaints.join(', ')}.`]
  const rejected =
    cameBack.length === 0 ? [] : [`What was rejected came back unchanged ${STALL_AT} times: ${named(cameBack)}.`]
  const reason = [...complaint, ...rejected].join(' ')
  const stopped = job.job.status === 'stopped' ? [] : [event('job_moved', { to: 'stopped', reason })]
  const hunks = [...new Set(cameBack.flatMap(({ judged }) => judged.map((part) => judgedPart(part).hash)))]
  const parts = partsOf(cameBack)
  const more = { ...(whole !== '' && { whole }), ...(parts.length > 0 && { parts }) }
  return [event('review_stalled', { pull: pull.id, threads, hunks, ...more }), ...stopped]
}

/** What somebody said of the whole, as one line that can be recognised. */
function briefly(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 80 ? `"${line.slice(0, 80).toWellFormed()}…"` : `"${line}"`
}

/** Two people may have rejected the same part. */
function partsOf(cameBack: readonly RejectedPart[]): readonly StalledPart[] {
  const parts = cameBack.map(({ path, hunk, number, of }) => [`${hunk}\n${path}`, { path, number, of }] as const)
  return [...new Map(parts).values()]
}

function named(cameBack: readonly RejectedPart[]): string {
  const parts = partsOf(cameBack)
  const more = parts.length > NAMED ? `, and ${parts.length - NAMED} more` : ''
  return `${parts.slice(0, NAMED).map(placeText).join('; ')}${more}`
}
