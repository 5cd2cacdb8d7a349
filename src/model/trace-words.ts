import type { TraceEntry } from './decision.ts'

/** Writes a value as people read it, wherever it is shown. */
type Write = (value: unknown) => string

/** What an axis saw and what it holds against, in words. */
export interface TraceWords {
  readonly observed: string
  readonly limit: string
}

/**
 * Both sides of an entry in words that tell them apart. The values by themselves do not: a switch that is on, and on at a gate, reads
 * "true" twice, and a list of what is asked about looks like one of what is allowed.
 */
export function traceWords({ axis, observed, limit }: TraceEntry, write: Write): TraceWords {
  const seen = Object.hasOwn(OBSERVED, axis) ? OBSERVED[axis]?.(observed) : undefined
  const held = Object.hasOwn(LIMITS, axis) ? LIMITS[axis]?.(limit, write) : undefined
  return { observed: seen ?? write(observed), limit: held ?? write(limit) }
}

const OBSERVED: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  pause_on_risk_amplifier: (value) => either(value, 'the risk is amplified', 'nothing amplifies the risk'),
}

const LIMITS: Readonly<Record<string, (value: unknown, write: Write) => string | undefined>> = {
  pause_on_risk_amplifier: (value) => either(value, 'pause where it is', 'no pause for that'),
  checkpoint_types: (value, write) => {
    if (value === 'all') return 'asks about every type'
    return value === 'none' ? 'asks about no type' : list('asks about', 'no type')(value, write)
  },
  phase_stops: (value, write) => {
    const on = switchesOn(value)
    return on === undefined ? undefined : list('stops after', 'nothing')(on, write)
  },
  require_approval_for: list('asks before', 'none'),
  consent_required_kinds: list('asks for consent to', 'nothing'),
  auto_advance_states: list('may skip', 'nothing'),
  allowed_action_kinds: list('allows', 'nothing'),
  allowed_invocation_contexts: list('allows', 'nothing'),
}

function either(value: unknown, on: string, off: string): string | undefined {
  return typeof value === 'boolean' ? (value ? on : off) : undefined
}

function list(lead: string, none: string): (value: unknown, write: Write) => string | undefined {
  return (value, write) => {
    if (!Array.isArray(value)) return undefined
    return `${lead} ${value.length === 0 ? none : write(value)}`
  }
}

/** The names of those switches that are on; undefined for what is no set of switches. */
function switchesOn(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  if (entries.some(([, item]) => typeof item !== 'boolean')) return undefined
  return entries.filter(([, item]) => item === true).map(([name]) => name.replaceAll('_', ' '))
}
