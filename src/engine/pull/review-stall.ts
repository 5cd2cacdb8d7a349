import type { Pull, Round } from '../../model/pull.ts'
import { placeText, type RejectedPart } from '../../model/rejected-part.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import type { eventMaker } from '../event-maker.ts'
import type { NewEvent } from '../ports.ts'
import type { Reader } from '../reader.ts'
import type { ReviewState } from '../review-state.ts'
import { roundAt } from '../tables.ts'
import type { StalledPart } from './pull-events.ts'

/** How often the same complaint, or what was rejected, may come back before somebody has to step in. */
const STALL_AT = 2

/** More than these are counted. */
const NAMED = 3

/** A part that stands rejected and that the agent has brought back as it was too often. */
interface CameBack extends RejectedPart {
  /** How the rounds know it. */
  readonly hash: string
}

interface Stalling extends Pick<ReviewState, 'job'> {
  readonly pull: Pull
  readonly talked: ReadonlyMap<string, ReviewThread>
  readonly cameBack: readonly CameBack[]
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
): Promise<readonly CameBack[]> {
  if (rejected.length === 0) return []
  const newest = await read.get('rounds', roundAt(pull.id, pull.round))
  let open = rejected.map((part) => ({ ...part, hash: part.hunk ?? fileHash(newest, part), times: 0 }))
  const stuck: CameBack[] = []
  for (let number = pull.round; number > 1 && open.length > 0; number--) {
    const round = await read.get('rounds', roundAt(pull.id, number))
    const times = round?.by.kind === 'person' ? 0 : 1
    const back = open
      .filter(({ hash }) => round?.returned.includes(hash))
      .map((part) => ({ ...part, times: part.times + times }))
    stuck.push(...back.filter((part) => part.times >= STALL_AT).map(({ times: _enough, ...part }) => part))
    open = back.filter((part) => part.times < STALL_AT)
  }
  return stuck
}

/** The hash of a file names its path too, so that a part of a file that is rejected as a whole is at the same path. */
function fileHash(round: Round | undefined, { path }: RejectedPart): string {
  return round?.files.find((file) => file.path === path)?.hash ?? ''
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
  const hunks = [...new Set(cameBack.map(({ hash }) => hash))]
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
function partsOf(cameBack: readonly CameBack[]): readonly StalledPart[] {
  const parts = cameBack.map(({ path, hash, number, of }) => [`${path}\n${hash}`, { path, number, of }] as const)
  return [...new Map(parts).values()]
}

function named(cameBack: readonly CameBack[]): string {
  const parts = partsOf(cameBack)
  const more = parts.length > NAMED ? `, and ${parts.length - NAMED} more` : ''
  return `${parts.slice(0, NAMED).map(placeText).join('; ')}${more}`
}
