import type { LogEvent } from '../data/use-job.ts'
import { type Data, dataOf, record } from './entry-data.ts'
import type { Strand } from './strands.ts'

/** How something stands: it still waits for somebody, went wrong or was not let, or is settled. */
export interface StrandState {
  readonly is: 'pending' | 'failed' | 'settled'
  readonly word: string
}

/** How a strand stands by its last entry that says so; nothing where none does. */
export function strandState(strand: Strand): StrandState | undefined {
  return strand.reduce<StrandState | undefined>((state, event) => stateOf(event) ?? state, undefined)
}

/** Whether somebody looks for it who asks what is open or went wrong. */
export function isOpenOrFailed(strand: Strand): boolean {
  const is = strandState(strand)?.is
  return is === 'pending' || is === 'failed'
}

function stateOf(event: LogEvent): StrandState | undefined {
  return STATES[event.type]?.(dataOf(event))
}

const pending = (word: string): StrandState => ({ is: 'pending', word })
const failed = (word: string): StrandState => ({ is: 'failed', word })
const settled = (word: string): StrandState => ({ is: 'settled', word })

const STATES: Readonly<Record<string, (data: Data) => StrandState | undefined>> = {
  gate_decided: ({ decision }) => VERDICTS[String(record(decision)['verdict'])],
  gate_halted: () => failed('halted'),
  refusal_repeated: () => failed('refused'),
  stall_signalled: () => failed('refused'),
  checkpoint_opened: () => pending('waits for a person'),
  checkpoint_revised: () => pending('waits for a person'),
  checkpoint_remarked: ({ remark }) =>
    record(remark)['kind'] === 'request_changes' ? pending('waits for the agent') : undefined,
  checkpoint_resolved: ({ status }) => RESOLVED[String(status)],
  approval_spent: ({ voided }) => (voided === true ? failed('denied by now') : settled('approved')),
  attempt_claimed: ({ attempt }) => (record(attempt)['status'] === 'claimed' ? pending('runs') : undefined),
  attempt_ended: ({ status }) => ENDED[String(status)],
  step_recorded: ({ outcome }) => (record(outcome)['ok'] === true ? settled('done') : failed('failed')),
  phase_recorded: ({ outcome }) => (record(outcome)['ok'] === true ? settled('done') : failed('failed')),
  job_moved: ({ to }) => MOVED[String(to)],
  spawn_refused: () => failed('refused'),
  child_refused: () => failed('refused'),
  access_denied: () => failed('refused'),
  pull_opened: () => pending('open'),
  round_pushed: () => pending('open'),
  review_submitted: ({ answer }) => (answer === 'request_changes' ? pending('waits for the agent') : undefined),
  merge_stuck: () => pending('not merged yet'),
  merge_refused: () => pending('not merged'),
  pull_merged: () => settled('merged'),
  pull_closed: () => settled('closed'),
}

const VERDICTS: Readonly<Record<string, StrandState>> = {
  allow: settled('passed'),
  stop: failed('stopped'),
  deny: failed('denied'),
}

const RESOLVED: Readonly<Record<string, StrandState>> = {
  approved: pending('approved, not taken up'),
  answered: settled('answered'),
  rejected: failed('rejected'),
  expired: failed('expired'),
  cancelled: settled('called off'),
  superseded: settled('superseded'),
}

const ENDED: Readonly<Record<string, StrandState>> = {
  succeeded: settled('succeeded'),
  failed: failed('failed'),
  in_doubt: pending('in doubt'),
}

const MOVED: Readonly<Record<string, StrandState>> = {
  stopped: failed('stopped'),
  in_doubt: failed('in doubt'),
  failed: failed('failed'),
}
