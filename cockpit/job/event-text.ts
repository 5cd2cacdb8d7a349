import { counted } from '../../src/model/counted.ts'
import type { Decision } from '../../src/model/decision.ts'
import type { LogEvent } from '../data/use-job.ts'
import { type Data, record } from './entry-data.ts'

/** What an entry of the log says, in our words and then in somebody else's. */
export interface EventText {
  readonly text: string
  /** What it is about, by the name that somebody gave it; the last word of the sentence. */
  readonly name?: string
  /** Words that an agent or a person chose. */
  readonly said?: string
}

/** Reads an entry of the log aloud. One that nobody knows is told by its name. */
export function eventText({ type, data }: LogEvent): EventText {
  const known = TEXTS[type]
  return known === undefined ? { text: type.replaceAll('_', ' ') } : known(record(data))
}

const TEXTS: Readonly<Record<string, (data: Data) => EventText>> = {
  job_started: () => ({ text: 'started the job' }),
  job_moved: ({ to, reason }) => ({ text: `moves the job to ${words(to)}`, ...saying(reason) }),
  gate_decided: ({ kind, content, permit }) => ({
    text: passedOn(permit, words(kind)) ?? `asked at a ${words(kind)} gate`,
    ...naming(record(content)['tool']),
  }),
  gate_halted: ({ reason }) => ({ text: 'was halted at a gate', ...saying(reason) }),
  checkpoint_opened: ({ checkpoint }) => ({
    text: 'is held until a person has looked',
    ...naming(record(record(checkpoint)['content'])['tool']),
  }),
  checkpoint_revised: ({ revision, edited_by }) => ({
    text: `${edited_by === null ? 'brought' : 'made'} revision ${words(revision)}`,
  }),
  checkpoint_voted: () => ({ text: 'voted for it' }),
  checkpoint_remarked: ({ remark }) => {
    const { kind, text } = record(remark)
    return { text: kind === 'request_changes' ? 'asked for changes' : 'remarked', ...saying(text) }
  },
  remarks_answered: ({ answers }) => ({ text: `answered ${counted(many(answers), 'remark')}` }),
  checkpoint_overdue: ({ did }) => ({ text: `notes that nobody answered in time: ${words(did)}` }),
  checkpoint_resolved: ({ status, resolution }) => ({
    text: RESOLVED[String(status)] ?? `closed it: ${words(status)}`,
    ...saying(record(resolution)['reason']),
  }),
  approval_spent: ({ voided }) => ({
    text: voided === true ? 'could not use the approval: the policy denies it by now' : 'took the approval up',
  }),
  attempt_claimed: ({ attempt }) => ({ text: 'begins to run', ...naming(record(record(attempt)['content'])['tool']) }),
  attempt_ended: ({ status, settled_by, outcome }) => ({
    text: `reports that it ${status === 'in_doubt' ? 'is in doubt' : words(status)}${typeof settled_by === 'string' ? `, as ${settled_by} found out` : ''}`,
    ...(typeof settled_by === 'string' ? saying(record(outcome)['settled']) : {}),
  }),
  grant_minted: ({ grant }) => ({ text: `left a grant behind${within(record(record(grant)['bounds']))}` }),
  grant_used: () => ({ text: 'went on by a grant' }),
  grant_revoked: () => ({ text: 'took a grant back' }),
  step_recorded: ({ call, outcome }) => ({ text: stepped('step', outcome), ...naming(record(call)['name']) }),
  phase_recorded: ({ call, outcome }) => ({ text: stepped('phase', outcome), ...naming(record(call)['name']) }),
  spawn_refused: ({ agent }) => ({ text: 'may not hand work to an agent that would be freer', ...naming(agent) }),
  child_refused: ({ reason }) => ({ text: 'was refused work for a child', ...saying(reason) }),
  child_linked: () => ({ text: 'handed work to a child' }),
  policy_changed: () => ({ text: 'gave the job another policy' }),
  drift_noticed: () => ({ text: 'notes that the program or the policy is not what the job began with' }),
  job_left: ({ reason }) => ({ text: 'leaves the program for now', ...saying(reason) }),
  job_joined: ({ person }) => ({ text: 'started the job again, for', ...naming(person) }),
  job_driven: () => ({ text: 'drives the job by a program' }),
  refusal_recorded: () => ({ text: 'has the same call refused from now on' }),
  refusal_repeated: ({ count, reason }) => ({
    text: `asked again for what was refused, ${counted(Number(count), 'time')} by now`,
    ...saying(reason),
  }),
  stall_signalled: () => ({ text: 'keeps asking what was refused' }),
  pull_opened: ({ pull }) => ({ text: 'opened a pull request', ...saying(record(pull)['title']) }),
  round_pushed: ({ round }) => ({ text: `brought round ${words(record(round)['number'])} of the work` }),
  push_expected: () => ({ text: 'is putting a commit on the branch' }),
  review_submitted: ({ answer, round, text }) => ({
    text: `reviewed round ${words(round)}: ${words(answer)}`,
    ...saying(text),
  }),
  threads_begun: ({ threads }) => ({ text: `began ${counted(many(threads), 'thread')}` }),
  thread_replied: ({ text }) => ({ text: 'replied in a thread', ...saying(text) }),
  thread_resolved: () => ({ text: 'resolved a thread' }),
  thread_reopened: ({ text }) => ({ text: 'took a thread up again', ...saying(text) }),
  threads_answered: ({ answers }) => ({ text: `answered ${counted(many(answers), 'thread')}` }),
  verdicts_taken_back: () => ({ text: 'took back what they had rejected, by approving the whole' }),
  review_stalled: ({ threads, hunks, whole, parts }) => {
    const isSame = many(threads) > 0 || typeof whole === 'string'
    if (many(parts) > 0) {
      const also = isSame ? 'the same complaint, and ' : ''
      return { text: `notes that ${also}what was rejected came back unchanged`, ...saying(pathsIn(parts)) }
    }
    if (isSame) return { text: 'notes that the same complaint came back', ...saying(whole) }
    return { text: `brought back ${counted(many(hunks), 'rejected change')} as before` }
  },
  drafts_saved: () => ({ text: 'is writing a review' }),
  unsent_saved: () => ({ text: 'is writing a review' }),
  files_marked: ({ viewed }) => ({ text: `looked at ${counted(Object.keys(record(viewed)).length, 'file')}` }),
  suggestions_applied: ({ threads }) => ({
    text: `applied ${counted(many(threads), 'suggestion')}`,
  }),
  documents_uploaded: ({ documents }) => ({
    text: `gave ${counted(many(documents), 'document')}`,
    ...saying(namesIn(documents)),
  }),
  documents_sent: ({ sent, branch }) => ({
    text: `is putting ${counted(many(sent), 'document')} on ${words(branch)}`,
    ...saying(namesIn(sent)),
  }),
  documents_joined: ({ names, branch }) => ({
    text: `put ${counted(many(names), 'document')} on ${words(branch)}`,
    ...saying(Array.isArray(names) ? names.join(', ') : ''),
  }),
  merge_claimed: () => ({ text: 'may merge what was approved' }),
  merge_stuck: ({ reason }) => ({ text: 'could not merge, and tries again', ...saying(reason) }),
  branch_put_back: () => ({ text: 'put the branch back that somebody had deleted from the repository' }),
  merge_refused: ({ reason }) => ({ text: 'could not merge', ...saying(reason) }),
  pull_merged: ({ job, found }) => ({
    text:
      job === undefined
        ? found
          ? 'found the pull request merged on the forge'
          : 'merged the pull request'
        : `found the pull request merged: its merge was under way when the job was ${words(job)}`,
  }),
  pull_closed: ({ reason }) => ({ text: 'closed the pull request', ...saying(reason) }),
  pull_hosted: ({ hosted }) => ({ text: 'shows the pull request on the forge', ...saying(record(hosted)['url']) }),
  host_heard: ({ login, counted: counts, why, text, words: heard }) => {
    if (counts === true) return { text: `was heard on the forge as ${words(login)}`, ...saying(text) }
    const what = `what ${words(login)} said on the forge`
    return {
      text: `notes that ${what} ${heard === true ? 'is answered, and decides nothing' : 'does not count'}`,
      ...saying(why),
    }
  },
  host_told: () => ({ text: 'wrote an answer on the forge' }),
  host_strayed: ({ how }) => ({ text: 'notes what somebody did on the forge', ...saying(how) }),
  access_denied: ({ why }) => ({ text: 'tried what it may not do', ...saying(why) }),
}

const RESOLVED: Readonly<Record<string, string>> = {
  approved: 'approved it',
  answered: 'answered in its place',
  rejected: 'rejected it',
  expired: 'notes that it expired: nobody answered in time',
  cancelled: 'called it off',
  superseded: 'put another in its place',
}

function stepped(what: string, outcome: unknown): string {
  return record(outcome)['ok'] === true ? `finished a ${what}` : `failed in a ${what}`
}

function words(value: unknown): string {
  return String(value).replaceAll('_', ' ')
}

function many(list: unknown): number {
  return Array.isArray(list) ? list.length : 0
}

/** What was given, by name. */
function namesIn(documents: unknown): string {
  return Array.isArray(documents) ? documents.map((one) => String(record(one)['name'])).join(', ') : ''
}

/** Where it is, each path once. */
function pathsIn(parts: unknown): string {
  return Array.isArray(parts) ? [...new Set(parts.map((one) => String(record(one)['path'])))].join(', ') : ''
}

function saying(value: unknown): { readonly said?: string } {
  return typeof value === 'string' && value !== '' ? { said: value } : {}
}

function naming(value: unknown): { readonly name?: string } {
  return typeof value === 'string' && value !== '' ? { name: value } : {}
}

/** The bounds of a grant as it was left, which say no more how far it still reaches. */
function within({ count, until, job }: Data): string {
  const bounds = [
    ...(typeof count === 'number' ? [counted(count, 'time')] : []),
    ...(typeof until === 'string' ? [`until ${new Date(until).toLocaleString()}`] : []),
    ...(job === true ? ['in this job and what works for it'] : []),
  ]
  return bounds.length === 0 ? '' : `: ${bounds.join(', ')}`
}

/** The decision that an entry is about: what held it, what let it pass, or what was decided again. */
export function decisionIn({ type, data }: LogEvent): Decision | undefined {
  if (!DECIDING.has(type)) return undefined
  const { decision, checkpoint } = record(data)
  return (decision ?? record(checkpoint)['decision']) as Decision | undefined
}

const DECIDING: ReadonlySet<string> = new Set([
  'gate_decided',
  'checkpoint_opened',
  'checkpoint_revised',
  'approval_spent',
])

/** Of a gate that had stopped the job, which a person has resumed since. */
function passedOn(permit: unknown, kind: string): string | undefined {
  const { by, person } = record(permit)
  return by === 'resume' ? `goes on at a ${kind} gate, because ${String(person)} resumed the job` : undefined
}
