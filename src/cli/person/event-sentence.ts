import type { StoredEvent } from '../../compose.ts'
import { counted } from '../../model/counted.ts'
import { Gate } from '../../model/gate.ts'
import { harmless } from '../../model/harmless.ts'
import { mention } from '../../model/quote.ts'
import { placeText } from '../../model/rejected-text.ts'
import type { StepUp } from '../../model/step-up.ts'
import { askedText, callText } from './asked-text.ts'

type Type = StoredEvent['type']
type DataOf<Name extends Type> = Extract<StoredEvent, { readonly type: Name }>['data']
type Stalled = DataOf<'review_stalled'>
type Sentences = { readonly [Name in Type]: (data: DataOf<Name>) => string }

/** What happened, in words; whoever did it stands beside. The compiler wants a line for every kind. */
const SENTENCES: Sentences = {
  job_started: ({ job }) => `started the job for ${mention(job.agent)}`,
  job_moved: ({ to, reason }) => `${movedText(to)}: ${said(reason)}`,
  spawn_refused: ({ agent, violations }) => `${mention(agent)} would be too free: ${violations.join(', ')}`,
  policy_changed: ({ digest }) => `changed the policy to ${short(digest)}`,
  job_left: ({ reason }) => `leaves the program for now: ${said(reason)}`,
  job_joined: ({ person }) => `starts the job again, for ${person}`,
  job_driven: () => 'drives the job by its program',
  drift_noticed: ({ program, policy }) =>
    [
      ...(program === null
        ? []
        : [`began as program ${mention(program.began_with)}, goes on as ${mention(program.now)}`]),
      ...(policy === null ? [] : [`began under ${short(policy.began_with)}, goes on under ${short(policy.now)}`]),
    ].join('; '),
  child_refused: ({ child, reason }) => `${child} was refused: ${said(reason)}`,
  gate_decided: ({ decision, content, kind, permit }) => {
    const asked = content.tool === undefined ? askedOf(kind, content) : callText(content)
    const resumed = permit?.by === 'resume' && `goes on, as ${mention(permit.person)} resumed it, with`
    return `${resumed || DECIDED[decision.verdict]} ${asked}`
  },
  gate_halted: ({ reason }) => `halted: ${said(reason)}`,
  refusal_recorded: () => 'the same call is refused from now on',
  refusal_repeated: ({ count }) => `asked again for what was refused, ${counted(count, 'time')} by now`,
  stall_signalled: ({ count }) => `seems stuck: asked ${counted(count, 'time')} for what was refused`,
  checkpoint_opened: ({ checkpoint }) => `is held: ${askedText(checkpoint)}`,
  checkpoint_revised: ({ revision, edited_by }) =>
    edited_by === null ? `brought revision ${revision}` : `edited it: revision ${revision}`,
  checkpoint_voted: ({ vote }) => `approves${provedBy(vote.step_up)}`,
  checkpoint_remarked: ({ remark }) =>
    `${remark.kind === 'comment' ? 'remarks' : 'wants changes'}: ${said(remark.text)}`,
  remarks_answered: ({ answers }) => `answered ${counted(answers.length, 'remark')}`,
  checkpoint_overdue: ({ did }) => `nobody answered in time: ${did}`,
  checkpoint_resolved: ({ status, resolution }) =>
    `it is ${status}${resolution.reason === null ? '' : `: ${said(resolution.reason)}`}`,
  approval_spent: ({ voided }) =>
    voided ? 'the approval is void: the policy denies it by now' : 'takes the approval up',
  access_denied: ({ wanted, why }) => `wanted to ${mention(wanted)}, and may not: ${mention(why)}`,
  attempt_claimed: ({ attempt }) => `begins ${callText(attempt.content)}`,
  attempt_ended: ({ status, settled_by }) => `${ENDED[status]}${settled_by === null ? '' : `, says ${settled_by}`}`,
  grant_minted: ({ grant }) => `leaves the grant ${grant.id}`,
  grant_used: ({ grant }) => `uses the grant ${grant}`,
  grant_revoked: ({ grant }) => `takes the grant ${grant} back`,
  step_recorded: ({ call, outcome }) => `step ${mention(call.name)} ${outcome.ok ? 'is done' : 'failed'}`,
  phase_recorded: ({ call, outcome }) => `phase ${mention(call.name)} ${outcome.ok ? 'is done' : 'failed'}`,
  child_linked: ({ child }) => `hands work to ${child}`,
  pull_opened: ({ pull }) => `offers ${mention(pull.branch)} for review: ${said(pull.title)}`,
  round_pushed: ({ round }) => `brought round ${round.number}`,
  push_expected: ({ to }) => `puts commit ${short(to)} on the branch`,
  review_submitted: ({ answer, threads, text }) =>
    `${REVIEWED[answer]}${threads.length === 0 ? '' : ` with ${counted(threads.length, 'comment')}`}${text === '' ? '' : `: ${said(text)}`}`,
  threads_begun: ({ threads }) => `said something: ${counted(threads.length, 'comment')}`,
  verdicts_taken_back: ({ parts }) => `took back their no to ${counted(parts.length, 'part')}`,
  thread_replied: ({ text }) => `replied: ${said(text)}`,
  thread_resolved: ({ thread }) => `resolved ${thread}`,
  thread_reopened: ({ thread, text }) => `took ${thread} up again: ${said(text)}`,
  threads_answered: ({ answers }) => `answered ${counted(answers.length, 'comment')}`,
  review_stalled: ({ threads, hunks, whole, parts = [] }) =>
    threads.length + parts.length > 0 || whole !== undefined
      ? `seems stuck: ${stuckText([...threads, ...(whole === undefined ? [] : [said(whole)])], parts)}`
      : `brought back ${counted(hunks.length, 'rejected change')} as before`,
  drafts_saved: ({ drafts }) =>
    drafts.length === 0 ? 'takes drafts back' : `writes ${counted(drafts.length, 'draft')}`,
  unsent_saved: () => 'goes on with a review',
  files_marked: ({ viewed }) => `looked at ${counted(Object.keys(viewed).length, 'file')}`,
  suggestions_applied: ({ threads, commit }) => `applied ${counted(threads.length, 'suggestion')} in ${short(commit)}`,
  merge_claimed: ({ pull }) => `may merge ${mention(pull)}`,
  merge_stuck: ({ reason }) => `could not be merged, and is tried again: ${said(reason)}`,
  branch_put_back: ({ head }) => `puts the branch back at ${short(head)}: somebody had deleted it from the repository`,
  merge_refused: ({ reason }) => `was not merged: ${said(reason)}`,
  pull_merged: ({ commit, job, found }) =>
    [
      `is merged as ${short(commit)}`,
      ...(found ? ['as the forge shows it'] : []),
      ...(job === undefined ? [] : [`its merge was under way when the job was ${job}`]),
    ].join(': '),
  pull_closed: ({ reason }) => `closed the pull request: ${said(reason)}`,
  pull_hosted: ({ hosted }) => `shows ${short(hosted.head)} at ${mention(hosted.url)}`,
  host_heard: ({ login, counted: counts, why, text, words }) =>
    `${mention(login)} on the forge${text === '' ? '' : `: ${said(text)}`}${counts ? '' : ` (${words ? 'decides nothing, and is answered' : 'does not count'}: ${said(why ?? '')})`}`,
  host_told: ({ what }) => `answered ${mention(what)} on the forge`,
  host_strayed: ({ how }) => `not by Leeway, on the forge: ${said(how)}`,
  documents_uploaded: ({ documents }) => `gave ${documents.map(({ name }) => mention(name)).join(', ')}`,
  documents_sent: ({ sent, branch }) =>
    `puts ${sent.map(({ name, by }) => `${mention(name)} of ${by}`).join(', ')} on ${mention(branch)}`,
  documents_joined: ({ names, branch }) => `${names.map(mention).join(', ')} joined ${mention(branch)}`,
  kill_switch_set: ({ scope, on, reason }) =>
    `${on ? 'halted' : 'let'} ${haltText(scope)}${on ? '' : ' go on'}: ${said(reason)}`,
  person_enrolled: ({ person }) => `${person.id} joined as ${person.role}`,
  person_changed: ({ person }) => `${person.id} was changed (${person.role})`,
  person_revoked: ({ person }) => `${person} may not decide any more`,
  webhook_added: ({ webhook, origin }) => `lets ${webhook} at ${origin} be told what waits`,
  webhook_removed: ({ webhook, origin }) => `lets ${webhook} at ${origin} be told nothing more`,
  token_issued: ({ token }) => `let ${bearerText(token)} in`,
  token_revoked: ({ token }) => `the token ${token} works no longer`,
  passkey_registered: ({ passkey, step_up }) =>
    `added the passkey ${passkey.id}, ${said(passkey.name)}, by ${proofText(step_up)}`,
  passkey_removed: ({ passkey, person }) => `removed the passkey ${passkey} of ${person}`,
  passkey_used: ({ passkey, to }) => `proved to be here with the passkey ${passkey}, to ${to.replaceAll('_', ' ')}`,
  passkey_refused: ({ passkey, counter, known }) =>
    `the passkey ${passkey} was refused: it counted ${counter} after ${known}, so there may be a copy`,
  setting_changed: ({ solo }) => (solo ? 'works alone from now on' : 'separates duties from now on'),
}

/** What the kill switch is about. */
function haltText(scope: DataOf<'kill_switch_set'>['scope']): string {
  if (scope.of === 'all') return 'everything'
  return `${scope.of} ${mention(scope.of === 'agent' ? scope.agent : scope.tenant)}`
}

/** Every kind of entry that a log can have. */
export const ENTRY_TYPES: readonly string[] = Object.keys(SENTENCES)

/** Where a job has come to. */
export function movedText(to: string): string {
  return to === 'failed' ? 'the job has failed' : `the job is ${to.replaceAll('_', ' ')}`
}

/** What a gate asked that only lets work pass; one of another version is told by its kind. */
function askedOf(kind: string, content: DataOf<'gate_decided'>['content']): string {
  const gate = Gate.safeParse(content.gate)
  return gate.success ? askedText({ content, gate: gate.data }) : mention(kind)
}

const PROVED: Readonly<Record<StepUp['kind'], string>> = {
  passkey: 'another passkey',
  code: 'a code of the terminal',
  passphrase: 'their passphrase',
}

/** How somebody proved that it was them, where they had to. */
function provedBy(stepUp: StepUp | undefined): string {
  if (stepUp === undefined) return ''
  return `, proved by ${stepUp.kind === 'passkey' ? `the passkey ${stepUp.passkey}` : proofText(stepUp)}`
}

function proofText({ kind, read_by }: StepUp): string {
  return read_by === undefined ? PROVED[kind] : `a code that ${read_by} read`
}

/** What a review says, by its answer. */
const REVIEWED = {
  approve: 'approves',
  request_changes: 'wants changes',
  comment: 'comments',
  edit: 'edits',
  reject: 'rejects',
  respond: 'responds',
} as const

const DECIDED: Readonly<Record<DataOf<'gate_decided'>['decision']['verdict'], string>> = {
  allow: 'the policy allows',
  ask: 'the policy asks a person about',
  stop: 'the policy stops at',
  deny: 'the policy denies',
}

const ENDED: Readonly<Record<DataOf<'attempt_ended'>['status'], string>> = {
  succeeded: 'it succeeded',
  failed: 'it failed',
  in_doubt: 'nobody knows whether it ran',
  released: 'the agent runs it by itself',
}

/** Who was let in by a token, and as what. */
function bearerText({ bearer }: DataOf<'token_issued'>['token']): string {
  switch (bearer.kind) {
    case 'agent':
      return `the agent ${mention(bearer.agent)}`
    case 'service':
      return `the service ${mention(bearer.name)}`
    case 'session':
      return `a browser of ${bearer.person}`
    default:
      return bearer satisfies never
  }
}

/** One event as one harmless line; a log of another version may hold kinds that this one does not know. */
export function eventSentence({ type, data }: { readonly type: string; readonly data: unknown }): string {
  const known = Object.hasOwn(SENTENCES, type) ? SENTENCES[type as Type] : undefined
  return known === undefined ? mention(type) : (known as (given: unknown) => string)(data)
}

function short(digest: string): string {
  return digest.slice(0, 'sha256:'.length + 8)
}

const LONGEST = 200

/** Somebody's words, in marks of their own and cut where a line of a log ends. */
function said(text: string): string {
  const cut = text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…`
  return `“${harmless(cut)}”`
}

function stuckText(complaints: readonly string[], parts: NonNullable<Stalled['parts']>): string {
  const complaint = complaints.length === 0 ? [] : [`the same complaint came back (${complaints.join(', ')})`]
  const rejected =
    parts.length === 0 ? [] : [`what was rejected came back unchanged (${parts.map(placeText).join('; ')})`]
  return [...complaint, ...rejected].join(', and ')
}
