import type { GateKind } from '../model/gate.ts'
import { RISK_LEVELS } from '../model/risk.ts'
import { CHECK_IN_FREQUENCIES, TOLERANCES } from '../model/run.ts'
import { CONSENT_KINDS, TIERS } from '../model/thread.ts'
import type { AxisName, AxisValues } from '../policy/axes.ts'
import { AXES_OF } from '../policy/compile.ts'
import type { PhaseSettings } from '../policy/phase-settings.ts'
import type { Policy } from '../policy/policy.ts'
import { resolvePolicy } from '../policy/resolve.ts'
import { TOOLS } from './arbitrary-tool.ts'
import { MILESTONES, PHASES, TYPES } from './arbitrary-words.ts'
import { catalog } from './catalog.ts'

/** Picks one of some choices; the same dice give the same picks. */
type Pick = <Choice>(choices: readonly Choice[]) => Choice

type Tighter = { readonly [Name in AxisName]: (policy: Policy, pick: Pick) => AxisValues[Name] }

/** The axes that have a stricter side. */
export const TIGHTENABLE = [
  'rules',
  'checkpoint_types',
  'phase_stops',
  'custom_stops',
  'overrides',
  'check_in_frequency',
  'require_approval_for',
  'warning_tolerance',
  'error_tolerance',
  'limits',
  'auto_advance_states',
  'consent_required_kinds',
  'inference_confidence_floor',
  'irreversibility_threshold',
  'regret_potential_threshold',
  'pause_on_risk_amplifier',
  'risk_tolerance',
  'allowed_action_kinds',
  'allowed_invocation_contexts',
  'inference_floor_tier',
  'inference_ceiling_tier',
  'budget_usd',
  'frames',
] as const satisfies readonly AxisName[]

/** Those of them that can matter to a gate. */
export function tightenableFor(kind: GateKind): readonly (typeof TIGHTENABLE)[number][] {
  const judging: readonly string[] = ['overrides', ...AXES_OF[kind].map((axis) => axis.name)]
  return TIGHTENABLE.filter((axis) => judging.includes(axis))
}

/**
 * The same policy with one axis tighter, or as it was where that axis is at its tightest. Says from the contract's
 * table alone which way is stricter, so that it can contradict the product's own idea of it.
 */
export function tighten(policy: Policy, axis: (typeof TIGHTENABLE)[number], dice: readonly number[]): Policy {
  let rolled = 0
  const pick: Pick = (choices) => {
    const die = dice[rolled++ % dice.length] ?? 0
    return choices[die % choices.length] as (typeof choices)[number]
  }
  return resolvePolicy({ ...policy, [axis]: TIGHTER[axis](policy, pick) }, catalog)
}

const TIGHTER: Tighter = {
  rules: ({ rules }, pick) =>
    pick<AxisValues['rules']>([
      [...rules, { match: { tool: pick(['*', ...TOOLS]) }, then: pick(['ask', 'deny'] as const) }],
      rules.map((rule) => (rule.then === 'ask' ? { ...rule, then: 'deny' as const } : rule)),
      rules.filter((rule) => rule.then !== 'allow'),
      [...rules.map((rule) => ({ ...rule, then: pick(['deny', 'ask'] as const) })), ...rules.filter(holds)],
    ]),
  checkpoint_types: ({ checkpoint_types: types }, pick) =>
    types === 'all'
      ? types
      : pick<AxisValues['checkpoint_types']>(['all', [...(types === 'none' ? [] : types), pick(TYPES)]]),
  phase_stops: ({ phase_stops: stops }, pick) => ({
    ...stops,
    [pick(['initial_strategic', 'strategic', 'tactical', 'completion'])]: true,
  }),
  custom_stops: ({ custom_stops: stops }, pick) =>
    pick<AxisValues['custom_stops']>([
      { ...stops, milestones: [...(stops.milestones ?? []), pick(MILESTONES)] },
      { ...stops, confidence_below: Math.max(stops.confidence_below ?? 0, pick([0.5, 0.75, 1])) },
      { ...stops, every_n_phases: divisor(stops.every_n_phases, pick([1, 2, 3])) },
    ]),
  overrides: (policy, pick) => {
    const phase = pick([...PHASES, ...Object.keys(policy.overrides)])
    const own = Object.hasOwn(policy.overrides, phase) ? policy.overrides[phase] : {}
    const change = pick<Partial<PhaseSettings>>([
      { check_in_frequency: stricter(CHECK_IN_FREQUENCIES, own?.check_in_frequency ?? policy.check_in_frequency) },
      { warning_tolerance: stricter(TOLERANCES, own?.warning_tolerance ?? policy.warning_tolerance) },
      { error_tolerance: stricter(TOLERANCES, own?.error_tolerance ?? policy.error_tolerance) },
    ])
    return { ...policy.overrides, [phase]: { ...own, ...change } }
  },
  check_in_frequency: (policy, pick) => stricter(CHECK_IN_FREQUENCIES, policy.check_in_frequency, pick([1, 2, 3])),
  require_approval_for: (policy, pick) => [...policy.require_approval_for, pick(PHASES)],
  warning_tolerance: (policy, pick) => stricter(TOLERANCES, policy.warning_tolerance, pick([1, 2, 3])),
  error_tolerance: (policy, pick) => stricter(TOLERANCES, policy.error_tolerance, pick([1, 2, 3])),
  limits: ({ limits }, pick) =>
    pick([
      { ...limits, max_total_warnings: Math.min(limits.max_total_warnings, pick([0, 1, 2, 20])) },
      { ...limits, max_total_errors: Math.min(limits.max_total_errors, pick([0, 1, 2, 20])) },
      { ...limits, on_limit_reached: 'stop' },
    ]),
  auto_advance_states: (policy, pick) => without(policy.auto_advance_states, pick),
  consent_required_kinds: (policy, pick) => [...policy.consent_required_kinds, pick(CONSENT_KINDS)],
  inference_confidence_floor: (policy, pick) => Math.max(policy.inference_confidence_floor, pick([0.5, 0.75, 1])),
  irreversibility_threshold: (policy) => stricter(RISK_LEVELS, policy.irreversibility_threshold),
  regret_potential_threshold: (policy) => stricter(RISK_LEVELS, policy.regret_potential_threshold),
  pause_on_risk_amplifier: () => true,
  risk_tolerance: ({ risk_tolerance: tolerance }, pick) =>
    pick([
      { ...tolerance, financial_cents: Math.min(tolerance.financial_cents, pick([0, 1, 50])) },
      { ...tolerance, privacy: stricter(['none', 'internal', 'public'] as const, tolerance.privacy) },
      { ...tolerance, accuracy: stricter(['low_stakes', 'consequential', 'critical'] as const, tolerance.accuracy) },
      { ...tolerance, compute: stricter(['instant', 'background', 'expensive'] as const, tolerance.compute) },
    ]),
  allowed_action_kinds: (policy, pick) => without(policy.allowed_action_kinds, pick),
  allowed_invocation_contexts: (policy, pick) => without(policy.allowed_invocation_contexts, pick),
  inference_floor_tier: (policy, pick) => stricter(TIERS.toReversed(), policy.inference_floor_tier, pick([1, 2, 3])),
  inference_ceiling_tier: (policy, pick) => stricter(TIERS, policy.inference_ceiling_tier, pick([1, 2, 3])),
  budget_usd: (policy, pick) => Math.min(policy.budget_usd, pick([0, 0.2, 0.5])),
  combined_inference: (policy) => policy.combined_inference,
  frames: ({ frames }, pick) =>
    pick([
      { ...frames, level: stricter(['manual', 'suggest', 'auto'] as const, frames.level) },
      { ...frames, push_threshold: Math.max(frames.push_threshold, pick([30, 70, 100])) },
      { ...frames, pop_threshold: Math.max(frames.pop_threshold, pick([30, 70, 100])) },
    ]),
}

function holds(rule: AxisValues['rules'][number]): boolean {
  return rule.then !== 'allow'
}

/** Some steps towards the first of the words, which is the strictest. */
function stricter<Word>(strictestFirst: readonly Word[], word: Word, steps = 1): Word {
  return strictestFirst[Math.max(0, strictestFirst.indexOf(word) - steps)] ?? word
}

/** A number whose multiples include those of `n`; any number does where there was none. */
function divisor(n: number | undefined, wanted: number): number {
  return n === undefined || n % wanted === 0 ? wanted : 1
}

function without<Member>(members: readonly Member[], pick: Pick): readonly Member[] {
  const dropped = pick([0, 1, 2, 3, 4, 5]) % Math.max(1, members.length)
  return members.filter((_, index) => index !== dropped)
}
