import { isDeepStrictEqual } from 'node:util'
import type { LogEntry } from '../../src/engine/ports.ts'
import type { Attempt } from '../../src/model/attempt.ts'
import type { Evidence } from './evidence.ts'
import { flawsOfMain } from './paper-checks.ts'
import { type Outcome, PLANNED, type Planned } from './program.ts'
import { nameOf } from './told.ts'

/** Something that must never be seen, in a sentence. */
export type Violation = string

type Check = (evidence: Evidence) => readonly Violation[]

const soundFile: Check = ({ integrity }) => (integrity === 'ok' ? [] : [`The file is damaged: ${integrity}`])

const soundChain: Check = ({ chain }) => (chain.ok ? [] : [`The chain is broken: ${chain.message}`])

const soundRows: Check = ({ rows, folded }) =>
  isDeepStrictEqual(rows, folded) ? [] : ['The rows are not those that the log makes.']

/** Every acknowledged write is where it was said to be, whole, and nowhere else. */
const keptWrites: Check = ({ told, log }) => {
  const names = new Map(log.map((entry) => [entry.seq, nameOf(entry)]))
  const times = Map.groupBy(names.values(), (name) => name)
  return told
    .filter((line) => line.told === 'appended')
    .flatMap(({ last, events }) => events.map((name, at) => ({ name, seq: last - events.length + 1 + at })))
    .flatMap(({ name, seq }) => {
      if (names.get(seq) !== name) return [`The acknowledged event ${seq} is not in the log.`]
      return times.get(name)?.length === 1 ? [] : [`The acknowledged event ${seq} is in the log twice.`]
    })
}

/** What was acknowledged as done is not waiting to be done. */
const endedEffects: Check = ({ told, due }) =>
  told
    .filter((line) => line.told === 'effect_ended')
    .filter(({ id }) => due.includes(id))
    .map(({ id }) => `The effect ${id} ended and is due again.`)

/** Nothing is done in the world before it is claimed in the log. */
const claimedActs: Check = ({ acts, attempts }) => {
  const known = new Set<string>(attempts.map(({ id }) => id))
  return acts.filter(([, attempt]) => !known.has(attempt ?? '')).map(([key]) => `${key} was done without a claim.`)
}

/** Nothing is done twice, unless its target takes the key: then always under the same one. */
const singleActs: Check = ({ acts }) =>
  PLANNED.flatMap(({ key, idempotent }) => {
    const own = acts.filter(([of]) => of === key).map(([, attempt]) => attempt)
    const doubled = idempotent ? new Set(own).size > 1 : own.length > 1
    return doubled ? [`${key} was done ${own.length} times, under ${new Set(own).size} keys.`] : []
  })

/** What the log says was done by the agent was done, and what it says was refused was not. */
const trueRecords: Check = ({ attempts, acts }) =>
  attempts
    .filter(({ status, settled_by }) => status === 'succeeded' && settled_by === null)
    .filter(({ id }) => !acts.some(([, attempt]) => attempt === id))
    .map(({ key }) => `${key} is recorded as done and was not.`)

/** An answer takes effect once: one resolution, one spending, one claim, one end. */
const singleAnswers: Check = ({ log, attempts }) => [
  ...repeated(log, 'checkpoint_resolved', ({ checkpoint }) => checkpoint ?? ''),
  ...repeated(log, 'approval_spent', ({ checkpoint }) => checkpoint ?? ''),
  ...repeated(
    log.filter((entry) => !isRetaken(entry, attempts)),
    'attempt_claimed',
    ({ job, data }) => `${job}/${JSON.parse(data).attempt.key}`,
  ),
  ...repeated(log, 'attempt_ended', ({ data }) => `${JSON.parse(data).attempt} ${JSON.parse(data).status}`),
]

/** What the agent was told came out is what anybody is told afterwards. */
const toldOutcomes: Check = ({ told, attempts }) =>
  told
    .filter((line) => line.told === 'outcome')
    .filter(({ outcome }) => outcome.status === 'succeeded')
    .filter(({ outcome }) => attemptFor(outcome, attempts)?.status !== 'succeeded')
    .map(({ outcome }) => `The agent was told that ${outcome.key} is done, and it is not.`)

const AFTER_A_KILL: readonly Check[] = [
  soundFile,
  soundChain,
  soundRows,
  keptWrites,
  endedEffects,
  claimedActs,
  singleActs,
  trueRecords,
  singleAnswers,
  toldOutcomes,
  flawsOfMain,
]

/** What is wrong with a folder whose processes were ended, before anybody has mended anything. */
export function flawsAfterKill(evidence: Evidence): readonly Violation[] {
  return AFTER_A_KILL.flatMap((check) => check(evidence))
}

/** What is wrong after somebody has opened the folder and done no work yet. */
export function flawsAfterOpening(before: Evidence, after: Evidence): readonly Violation[] {
  const left = after.attempts.filter(({ status, idempotent }) => status === 'claimed' && !idempotent)
  const wereOpen = before.attempts.filter(({ status }) => status === 'claimed')
  const changed = wereOpen.filter(({ id, idempotent }) => idempotent && statusOf(after, id) !== 'claimed')
  return [
    ...flawsAfterKill(after),
    ...left.map(({ key }) => `Nobody knows whether ${key} was done, and it is not in doubt.`),
    ...changed.map(({ key }) => `${key} may be tried again, and was taken away.`),
    ...(after.acts.length === before.acts.length ? [] : ['Opening the folder did something in the world.']),
  ]
}

/** What is wrong after the agent has come back, and a person has answered everything. Without jobs nobody heard of any outcome. */
export function flawsAfterRecovery(
  left: Evidence,
  evidence: Evidence,
  outcomes: readonly Outcome[] | null,
): readonly Violation[] {
  const wasRecorded = left.log.some(({ type }) => type === 'step_recorded' || type === 'phase_recorded')
  return [
    ...flawsAfterKill(evidence),
    ...(wasRecorded && evidence.steps !== left.steps ? ['A recorded step ran again.'] : []),
    ...(outcomes === null ? [] : PLANNED.flatMap((planned) => wrongEnd(planned, outcomes, evidence))),
    ...evidence.due.map((id) => `The effect ${id} was never done.`),
    ...evidence.attempts
      .filter(({ status }) => status === 'claimed' || status === 'in_doubt')
      .map(({ key, status }) => `${key} is still ${status}.`),
  ]
}

function wrongEnd({ key, answer }: Planned, outcomes: readonly Outcome[], { acts }: Evidence): readonly Violation[] {
  const times = acts.filter(([of]) => of === key).length
  const status = outcomes.find((outcome) => outcome.key === key)?.status
  const expected = answer === 'reject' ? 'rejected' : times > 0 ? 'succeeded' : 'failed'
  return status === expected ? [] : [`${key} was done ${times} times, and the agent hears that it ${status}.`]
}

function repeated(log: readonly LogEntry[], type: string, of: (entry: LogEntry) => string): readonly Violation[] {
  const groups = Map.groupBy(
    log.filter((entry) => entry.type === type),
    of,
  )
  return [...groups].filter(([, all]) => all.length > 1).map(([name, all]) => `${type} of ${name} ${all.length} times.`)
}

function isRetaken({ type, data }: LogEntry, attempts: readonly Attempt[]): boolean {
  return type === 'attempt_claimed' && attempts.some(({ id, idempotent }) => idempotent && id === idIn(data))
}

function idIn(data: string): string {
  return JSON.parse(data).attempt.id
}

function attemptFor({ key }: Outcome, attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.find(({ content }) => (content.args?.to ?? content.tool) === key)
}

function statusOf({ attempts }: Evidence, id: string): Attempt['status'] | undefined {
  return attempts.find((attempt) => attempt.id === id)?.status
}
