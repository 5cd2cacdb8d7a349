import type { CheckpointStatus } from './checkpoint-status.ts'
import type { JobStatus } from './job-status.ts'
import type { Presence } from './presence.ts'

/** How long ago something was, in the words of whoever shows it. */
type Ago = (at: string) => string

/** Statuses that sound as if somebody were at work, or would go on at an answer. */
const GOES_ON: ReadonlySet<JobStatus> = new Set<JobStatus>(['queued', 'running', 'waiting', 'pending_review'])

interface Standing {
  readonly status: JobStatus
  readonly presence: Presence | null
}

/** What stands beside the status of a job; nothing where somebody is there, or where it goes on at no process's wish. */
export function presenceWord({ status, presence }: Standing): string {
  return presence === null || !GOES_ON.has(status) ? '' : WORDS[presence.is]
}

const WORDS: Readonly<Record<Presence['is'], string>> = {
  waiting: '',
  there: '',
  silent: 'not heard of',
  away: 'no process',
  lost: 'no process',
}

/** Who goes on with a job, in a sentence; nothing where that goes without saying. */
export function jobPresence({ status, presence }: Standing, ago: Ago): string {
  if (presence === null || presenceWord({ status, presence }) === '') return ''
  const isHeld = status === 'pending_review'
  if (presence.is === 'silent') {
    return `It is worked on over HTTP, and was last heard of ${heard(presence, ago)}. Its agent may come back by itself.`
  }
  if (presence.is === 'lost') return 'No process has it open, and it has no key: no agent finds it again.'
  return isHeld
    ? 'No process has it open. An answer is kept, and it goes on when its agent runs again.'
    : 'No process has it open, so nothing of it runs. It goes on when its agent runs again.'
}

/** What becomes of an answer that is not given yet: who takes it up, and when. */
export function holdPresence(presence: Presence, ago: Ago): string {
  return {
    waiting: 'Its agent waits for the answer, and goes on at once.',
    there: 'Its agent is there, and takes the answer up when it asks again.',
    silent: `Its agent works over HTTP and was last heard of ${heard(presence, ago)}; it takes the answer up when it asks again.`,
    away: 'No process waits for the answer. It is kept, and taken up when the agent runs again and asks the same.',
    lost: `No process waits for the answer, and ${ASKS_ANEW}`,
  }[presence.is]
}

/** The same of work that was sent back: who brings it again. */
export function backPresence(presence: Presence, ago: Ago): string {
  return {
    waiting: 'Its agent is there, and brings the next revision.',
    there: 'Its agent is there, and brings the next revision.',
    silent: `Its agent works over HTTP and was last heard of ${heard(presence, ago)}; it brings the next revision.`,
    away: 'No process has its job open: the next revision comes when the agent runs again.',
    lost: 'No process has its job open, and it was asked without a key: nobody brings the next revision.',
  }[presence.is]
}

const ASKS_ANEW = 'it was asked without a key: an agent that runs again asks anew, and does not take this up.'

/** What an answer came to: who goes on with it, and when. Nothing for a status that nobody takes up. */
export function answeredText(status: CheckpointStatus, presence: Presence, ago: Ago): string {
  if (status !== 'approved' && status !== 'answered') return ''
  const what = status === 'approved' ? 'Your approval' : 'Your answer'
  return {
    waiting: status === 'approved' ? 'The agent goes on.' : 'The agent has your answer.',
    there: 'Its agent is there, and takes it up when it asks again.',
    silent: `Its agent, last heard of ${heard(presence, ago)}, takes it up when it asks again.`,
    away: `No process waits for it. ${what} is kept, and taken up when the agent runs again and asks the same.`,
    lost: `No process waits for it, and ${ASKS_ANEW}`,
  }[presence.is]
}

/** Said where what comes next is the agent's, and nobody is there. */
export const JOB_ALONE = 'No process has its job open: it goes on when its agent runs again.'

/** Whether whoever answers has to know that nobody goes on by themselves at this moment. */
export function isAlone({ is }: Presence): boolean {
  return is === 'away' || is === 'lost'
}

function heard({ heard_at }: Presence, ago: Ago): string {
  return heard_at === null ? 'a while ago' : `${ago(heard_at)} ago`
}
