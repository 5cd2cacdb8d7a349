import type { LogEvent } from '../data/use-job.ts'
import { type Data, dataOf, record } from './entry-data.ts'

/** Entries of a job's log that are about one thing: a question with its answer and its run, a pull request with its reviews. */
export type Strand = readonly [LogEvent, ...LogEvent[]]

/** The log of a job by what its entries are about; each strand stands where it begins. */
export function strandsOf(events: readonly LogEvent[]): readonly Strand[] {
  const strands: [LogEvent, ...LogEvent[]][] = []
  const known = new Map<string, [LogEvent, ...LogEvent[]]>()
  let last: [LogEvent, ...LogEvent[]] | undefined
  for (const event of events) {
    const names = namesOf(event)
    const found = isBrought(event, last?.at(-1)) ? last : known.get(names.find((name) => known.has(name)) ?? '')
    if (found === undefined) strands.push((last = [event]))
    else (last = found).push(event)
    for (const name of names) known.set(name, last)
  }
  return strands
}

/** What an answer of the policy brings along: written in the same commit, right behind one of these. */
const BROUGHT_BY: Readonly<Record<string, readonly string[]>> = {
  grant_used: ['gate_decided'],
  attempt_claimed: ['gate_decided', 'grant_used'],
  refusal_recorded: ['gate_decided'],
  refusal_repeated: ['gate_decided'],
  stall_signalled: ['refusal_repeated'],
  job_moved: ['gate_decided'],
}

function isBrought(event: LogEvent, before: LogEvent | undefined): boolean {
  const { type, at, checkpoint } = event
  // A step of a program asked nobody.
  if (before?.at !== at || checkpoint !== null || permitOf(event) === 'program') return false
  return BROUGHT_BY[type]?.includes(before.type) ?? false
}

function permitOf(event: LogEvent): unknown {
  return record(record(dataOf(event)['attempt'])['permit'])['by']
}

/** By what an entry is known to belong to others; the widest name first. */
function namesOf(event: LogEvent): readonly string[] {
  const more = NAMED[event.type]?.(dataOf(event)) ?? []
  const { pull } = dataOf(event)
  return [pull, ...more, event.checkpoint].filter((name): name is string => typeof name === 'string')
}

const NAMED: Readonly<Record<string, (data: Data) => readonly unknown[]>> = {
  pull_opened: ({ pull }) => [record(pull)['id']],
  checkpoint_opened: ({ checkpoint }) => [record(checkpoint)['pull']],
  attempt_claimed: ({ attempt }) => [record(record(attempt)['permit'])['checkpoint'], record(attempt)['id']],
  attempt_ended: ({ attempt }) => [attempt],
  refusal_recorded: ({ refusal }) => [record(refusal)['id']],
  refusal_repeated: ({ refusal, rejected }) => [rejected, refusal],
  stall_signalled: ({ refusal }) => [refusal],
}
