import type { LogEvent } from '../../compose.ts'
import { mention } from '../../model/quote.ts'
import { eventSentence, movedText } from './event-sentence.ts'

/** One thing that happened, and its words. */
export interface Told {
  readonly event: LogEvent
  readonly text: string
}

/** What happened in a job, each thing once. The log has more: every record that a program goes on from after a crash. */
export function jobStory(events: readonly LogEvent[]): readonly Told[] {
  return events.flatMap((event, at) => {
    const around = { before: events.slice(Math.max(0, at - NEAR), at), after: events.slice(at + 1, at + 1 + NEAR) }
    return isSaidElsewhere(event, around) ? [] : [{ event, text: textOf(event, around) }]
  })
}

interface Around {
  readonly before: readonly LogEvent[]
  readonly after: readonly LogEvent[]
}

/** How far apart two entries of one thing are at most. */
const NEAR = 8

type Rule = (event: LogEvent, around: Around) => boolean

/** Entries that say again what the entry beside them says. */
const SAID_ELSEWHERE: Readonly<Record<string, Rule>> = {
  job_driven: (_event, { before }) => before.at(-1)?.type === 'job_started',
  step_recorded: (event) => isOk(event) && isKeeping(nameOf(event)),
  phase_recorded: (event) => isOk(event) && nameOf(event).includes('/'),
  checkpoint_remarked: (event, { before, after }) =>
    [before.at(-1), after[0]].some(
      (near) => near?.type === 'review_submitted' && data(near)['text'] === record(data(event)['remark'])['text'],
    ),
  // Whoever approves a pull request reviews and votes at once. How they proved that it is them stands with the vote.
  checkpoint_voted: (event, { before }) =>
    !isProved(event) && before.slice(-2).some((near) => isOf(event, near, 'review_submitted') && isYes(near)),
  review_submitted: (event, { after }) =>
    isYes(event) &&
    isBare(event) &&
    after.slice(0, 2).some((near) => isOf(event, near, 'checkpoint_voted') && isProved(near)),
  checkpoint_revised: (event, { before }) =>
    before.findLast(({ checkpoint }) => checkpoint === event.checkpoint)?.type === 'round_pushed',
  checkpoint_resolved: (event, { before }) =>
    data(event)['status'] === 'approved' && isOf(event, before.at(-1), 'checkpoint_voted'),
  // What was edited before it was rejected is refused twice: as it stood, and as the agent had asked it.
  refusal_recorded: (event, { before }) =>
    isOf(event, before.at(-1), 'checkpoint_resolved') || isOf(event, before.at(-1), 'refusal_recorded'),
  approval_spent: (event, { after }) => data(event)['voided'] !== true && isOf(event, after[0], 'attempt_claimed'),
  push_expected: (_event, { after }) => after.some(({ type }) => type === 'round_pushed'),
  documents_sent: (_event, { after }) => after.some(({ type }) => type === 'documents_joined'),
  merge_claimed: (_event, { after }) => after.some(({ type }) => type === 'pull_merged'),
}

function isSaidElsewhere(event: LogEvent, around: Around): boolean {
  const rule = Object.hasOwn(SAID_ELSEWHERE, event.type) ? SAID_ELSEWHERE[event.type] : undefined
  return rule?.(event, around) ?? false
}

function isOf({ checkpoint }: LogEvent, near: LogEvent | undefined, type: string): boolean {
  return near?.type === type && near.checkpoint === checkpoint
}

function isYes(review: LogEvent): boolean {
  return data(review)['answer'] === 'approve'
}

/** Whether a review says nothing that a vote does not say. */
function isBare(review: LogEvent): boolean {
  const { threads, text } = data(review)
  return text === '' && Array.isArray(threads) && threads.length === 0
}

function isProved(vote: LogEvent): boolean {
  return record(data(vote)['vote'])['step_up'] !== undefined
}

/** What a story says otherwise than the log, because more of it stands on the same page. */
const TEXTS: Readonly<Record<string, (event: LogEvent, around: Around) => string>> = {
  // Why stands above, where the job stands.
  job_moved: (event, { before }) => {
    const { to } = data(event)
    const isTold = to === 'failed' || before.at(-1)?.type === 'gate_decided'
    return isTold ? movedText(String(to)) : eventSentence(event)
  },
  checkpoint_resolved: (event, { after: [next] }) => {
    const more = isOf(event, next, 'refusal_recorded') ? ', and so is the same call from now on' : ''
    return `${eventSentence(event)}${more}`
  },
  step_recorded: (event) => {
    const { phase, step } = whichStep(nameOf(event))
    return `step ${mention(step)}${phase === '' ? '' : ` of ${phase}`} ${isOk(event) ? 'is done' : 'failed'}`
  },
  attempt_claimed: (event) => `begins ${mention(String(toolOf(event)))}`,
  phase_recorded: (event) => eventSentence(event).replace(/^phase (?=phase-)/, ''),
}

function textOf(event: LogEvent, around: Around): string {
  const own = Object.hasOwn(TEXTS, event.type) ? TEXTS[event.type] : undefined
  return own?.(event, around) ?? eventSentence(event)
}

interface Named {
  /** The branch of the phase; empty for a step of no phase. */
  readonly phase: string
  readonly step: string
}

/** Whether it is one of the steps with which Leeway itself keeps a branch and its review. */
function isKeeping(name: string): boolean {
  const { phase, step } = whichStep(name)
  return phase !== '' && (!name.includes('/round#') || step === 'commit')
}

/** Recorded as `phase-2-strategic#1/round#2/Take up the review`. */
function whichStep(name: string): Named {
  const { phase = '', step = name } =
    /^(?<phase>phase-\d+-\w+)#\d+\/(?:round#\d+\/)?(?<step>.+)$/.exec(name)?.groups ?? {}
  return { phase, step }
}

/** What it is given stands where it was held or allowed. */
function toolOf(event: LogEvent): unknown {
  return record(record(data(event)['attempt'])['content'])['tool']
}

function nameOf(event: LogEvent): string {
  return String(record(data(event)['call'])['name'])
}

function isOk(event: LogEvent): boolean {
  return record(data(event)['outcome'])['ok'] === true
}

function data(event: LogEvent): Readonly<Record<string, unknown>> {
  return record(event.data)
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
