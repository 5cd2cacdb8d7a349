import type { Content } from '../../src/model/content.ts'
import type { Gate } from '../../src/model/gate.ts'
import type { LogEvent } from '../data/use-job.ts'
import { isKnownGate } from '../parts/asked-parts.ts'
import { type Data, dataOf, record } from './entry-data.ts'

/** What an entry says was asked, exactly. */
export interface Asked {
  readonly content: Content
  /** By which it is known whether that was shown before. */
  readonly hash: string
}

/** What was asked by an entry; nothing where it asks nothing. */
export function askedIn(event: LogEvent): Asked | undefined {
  const data = dataOf(event)
  const of = ASKING[event.type]?.(data)
  const { content, content_hash } = record(of)
  return typeof content === 'object' && content !== null && Object.keys(content).length > 0
    ? { content: content as Content, hash: String(content_hash) }
    : undefined
}

const ASKING: Readonly<Record<string, (data: Data) => unknown>> = {
  gate_decided: (data) => data,
  checkpoint_opened: ({ checkpoint }) => checkpoint,
  checkpoint_revised: (data) => data,
  attempt_claimed: ({ attempt }) => attempt,
}

/** The question of an entry, to be told in a sentence. */
export function gateIn(event: LogEvent): Gate | undefined {
  const data = dataOf(event)
  const gate = event.type === 'checkpoint_opened' ? record(data['checkpoint'])['gate'] : questionOf(event.type, data)
  return isKnownGate(gate) ? gate : undefined
}

function questionOf(type: string, { kind, content }: Data): unknown {
  if (type !== 'gate_decided') return undefined
  const { tool, args, gate } = record(content)
  return kind === 'tool' ? { kind: 'tool', tool, args } : gate
}

/** Whose question it is: a service may put it for an agent. */
export function askerIn(event: LogEvent): string | undefined {
  const { agent } = record(dataOf(event)['checkpoint'])
  return typeof agent === 'string' ? agent : undefined
}

/** One thing that came of something, by what it is. */
export interface Came {
  readonly as: 'result' | 'error' | 'response' | 'left out'
  readonly value: unknown
}

/** What came out, as whoever did it reports. */
export function cameIn(event: LogEvent): readonly Came[] {
  return CAME[event.type]?.(dataOf(event)) ?? []
}

const CAME: Readonly<Record<string, (data: Data) => readonly Came[]>> = {
  attempt_ended: ({ outcome }) => (isKept(outcome) ? partsOf(outcome) : whole(outcome)),
  step_recorded: ({ outcome }) => partsOf(record(outcome)),
  phase_recorded: ({ outcome }) => partsOf(record(outcome)),
  job_moved: ({ outcome }) => (isKept(outcome) ? partsOf(outcome) : whole(outcome)),
  checkpoint_resolved: ({ resolution }) => {
    const { value } = record(resolution)
    return value === undefined ? [] : [{ as: 'response', value }]
  },
}

/** As our own runner writes it; what an agent over HTTP reports may be anything. */
const KEPT: ReadonlySet<string> = new Set(['value', 'error', 'left_out', 'settled'])

function isKept(outcome: unknown): outcome is Data {
  const keys = Object.keys(record(outcome))
  return !Array.isArray(outcome) && keys.length > 0 && keys.every((key) => KEPT.has(key))
}

function partsOf({ value, error, left_out }: Data): readonly Came[] {
  return [
    ...(error === undefined ? [] : [{ as: 'error', value: error } as const]),
    ...(left_out === undefined ? [] : [{ as: 'left out', value: left_out } as const]),
    ...(value === undefined || left_out !== undefined ? [] : [{ as: 'result', value } as const]),
  ]
}

function whole(outcome: unknown): readonly Came[] {
  return outcome === null || outcome === undefined ? [] : [{ as: 'result', value: outcome }]
}

/** What the agent itself says of what it asks: nobody has checked it. */
export function wordsIn(event: LogEvent): string {
  const data = dataOf(event)
  const title = event.type === 'checkpoint_opened' ? record(data['checkpoint'])['title'] : data['title']
  return (event.type === 'checkpoint_opened' || event.type === 'checkpoint_revised') && typeof title === 'string'
    ? title
    : ''
}
