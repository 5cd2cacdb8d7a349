import fc from 'fast-check'
import type { GateKind } from '../model/gate.ts'
import { ACCURACY_LEVELS, COMPUTE_LEVELS, PRIVACY_LEVELS, RISK_LEVELS } from '../model/risk.ts'
import { CHECK_IN_FREQUENCIES, TOLERANCES } from '../model/run.ts'
import { ACTION_KINDS, CONSENT_KINDS, INVOCATION_CONTEXTS, THREAD_STATES, TIERS } from '../model/thread.ts'
import { AXES, type AxisName } from '../policy/axes.ts'
import { rule } from './arbitrary-tool.ts'
import {
  amount,
  checkpointType,
  count,
  MILESTONES,
  PHASES,
  partial,
  phaseName,
  share,
  someOf,
  sometimes,
  TYPES,
} from './arbitrary-words.ts'
import { catalog } from './catalog.ts'

/** A policy document as a person might write it, before it is read. */
export type DocumentInput = Readonly<Record<string, unknown>>

const threshold = fc.oneof(fc.constantFrom(0, 20, 30, 50, 70, 100), fc.double({ min: 0, max: 100, noNaN: true }))
const heuristicNames = catalog.heuristics.map((heuristic) => heuristic.name)
const WAITS = ['awaiting_intent_confirmation', 'awaiting_context_confirmation', 'awaiting_confirmation'] as const

const phaseSettings = {
  check_in_frequency: fc.constantFrom(...CHECK_IN_FREQUENCIES),
  warning_tolerance: fc.constantFrom(...TOLERANCES),
  error_tolerance: fc.constantFrom(...TOLERANCES),
}

/** What a document may say on each axis. */
const AXIS_ARBITRARIES: Readonly<Record<AxisName, fc.Arbitrary<unknown>>> = {
  rules: fc.array(rule, { minLength: 1, maxLength: 5 }),
  checkpoint_types: fc.oneof(
    fc.constantFrom('all', 'none'),
    someOf(TYPES, 4),
    fc.array(checkpointType, { maxLength: 3 }),
  ),
  phase_stops: partial({
    initial_strategic: sometimes(fc.boolean(), 1),
    strategic: sometimes(fc.boolean(), 1),
    tactical: sometimes(fc.boolean(), 1),
    completion: sometimes(fc.boolean(), 1),
  }),
  custom_stops: partial({
    every_n_phases: sometimes(fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(Number.MAX_SAFE_INTEGER)), 1),
    milestones: sometimes(someOf(MILESTONES), 1),
    confidence_below: sometimes(share, 1),
  }),
  overrides: fc.dictionary(phaseName, partial(mapped(phaseSettings, (setting) => sometimes(setting, 1))), {
    maxKeys: 4,
  }),
  ...phaseSettings,
  require_approval_for: fc.oneof(someOf(PHASES), fc.array(phaseName, { maxLength: 2 })),
  limits: partial({
    max_total_warnings: sometimes(count, 1),
    max_total_errors: sometimes(count, 1),
    on_limit_reached: sometimes(fc.constantFrom('stop', 'truncate'), 1),
  }),
  auto_advance_states: fc.oneof(someOf(WAITS), someOf(THREAD_STATES)),
  consent_required_kinds: someOf(CONSENT_KINDS, 3),
  inference_confidence_floor: share,
  irreversibility_threshold: fc.constantFrom(...RISK_LEVELS),
  regret_potential_threshold: fc.constantFrom(...RISK_LEVELS),
  pause_on_risk_amplifier: fc.boolean(),
  risk_tolerance: partial({
    financial_cents: sometimes(amount, 1),
    privacy: sometimes(fc.constantFrom(...PRIVACY_LEVELS), 1),
    accuracy: sometimes(fc.constantFrom(...ACCURACY_LEVELS), 1),
    compute: sometimes(fc.constantFrom(...COMPUTE_LEVELS), 1),
  }),
  allowed_action_kinds: someOf(ACTION_KINDS),
  allowed_invocation_contexts: someOf(INVOCATION_CONTEXTS),
  inference_floor_tier: fc.constantFrom(...TIERS),
  inference_ceiling_tier: fc.constantFrom(...TIERS),
  budget_usd: amount,
  combined_inference: fc.boolean(),
  frames: partial({
    level: sometimes(fc.constantFrom('manual', 'suggest', 'auto', 'auto'), 1),
    push_threshold: sometimes(threshold, 1),
    pop_threshold: sometimes(threshold, 1),
    suggest_in_context: sometimes(fc.boolean()),
    enabled_heuristics: sometimes(fc.oneof(someOf(heuristicNames, 2), someOf(heuristicNames)), 1),
  }),
}

const start = {
  preset: fc.oneof(
    // Where nothing is asked, a single axis decides; so this one is the most telling start.
    { arbitrary: fc.constantFrom('jobs/full', 'workers/autonomous'), weight: 4 },
    { arbitrary: fc.constant(undefined), weight: 2 },
    { arbitrary: fc.constantFrom(...catalog.presets.keys(), 'guided', 'hands_off', 'standard'), weight: 3 },
  ),
  level: sometimes(fc.constantFrom('dry-run', 'assist', 'guarded', 'autonomous'), 8),
}

const AXIS_NAMES = Object.keys(AXIS_ARBITRARIES) as readonly AxisName[]

/** A document that names each of these axes with the same chance and hands nothing different on. */
function documentOf(names: readonly AxisName[], absent: number): fc.Arbitrary<DocumentInput> {
  const named = names.map((name) => [name, sometimes(AXIS_ARBITRARIES[name], ALONE.has(name) ? 1 : absent)])
  return partial({ ...start, ...Object.fromEntries(named) })
}

// These say nothing of most gates, even where they are named.
const ALONE: ReadonlySet<AxisName> = new Set(['rules', 'frames', 'limits'])

/** A document that names half of the axes, for laws that need no gate: each case is about many axes at once. */
export const wordyDocument: fc.Arbitrary<DocumentInput> = documentOf(AXIS_NAMES, 1)

/** A valid document with any axes, that hands nothing different on. */
export const plainDocument: fc.Arbitrary<DocumentInput> = fc.oneof(
  { arbitrary: documentOf(AXIS_NAMES, 7), weight: 4 },
  { arbitrary: wordyDocument, weight: 1 },
)

/** A valid document that speaks mostly of what judges one kind of gate, so that it matters what it says. */
export function documentAbout(kind: GateKind): fc.Arbitrary<DocumentInput> {
  const telling = AXES.filter((axis) => axis.name === 'overrides' || (axis.judges as readonly string[]).includes(kind))
  return fc.oneof(
    { arbitrary: documentOf(namesOf(telling), Math.ceil(telling.length / 2)), weight: 4 },
    { arbitrary: plainDocument, weight: 1 },
  )
}

/** The same document, sometimes with a second one as the most that it hands on. */
export function handingOn(document: fc.Arbitrary<DocumentInput>): fc.Arbitrary<DocumentInput> {
  return fc
    .tuple(document, sometimes(document, 2))
    .map(([own, delegable]) => (delegable === undefined ? own : { ...own, delegable }))
}

function namesOf(axes: readonly { readonly name: AxisName }[]): readonly AxisName[] {
  return axes.map((axis) => axis.name)
}

type Arbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>

function mapped(shape: Arbitraries, change: (arbitrary: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>): Arbitraries {
  return Object.fromEntries(Object.entries(shape).map(([key, arbitrary]) => [key, change(arbitrary)]))
}
