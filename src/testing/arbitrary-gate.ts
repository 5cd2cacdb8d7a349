import fc from 'fast-check'
import { GATE_KINDS, type GateInput, type GateKind } from '../model/gate.ts'
import { ACCURACY_LEVELS, COMPUTE_LEVELS, PRIVACY_LEVELS, RISK_LEVELS } from '../model/risk.ts'
import { ACTION_KINDS, INVOCATION_CONTEXTS, TIERS } from '../model/thread.ts'
import { TOOLS, toolArgs } from './arbitrary-tool.ts'
import {
  amount,
  anyCase,
  checkpointType,
  count,
  MILESTONES,
  partial,
  phaseName,
  share,
  someOf,
  sometimes,
} from './arbitrary-words.ts'

/** What nobody can read as a confidence; a gate that carries it is valid, and never passes a floor. */
export const UNREADABLE = [null, 'high', '', ' 0.9', '1e400', '0x1', 2, -1, true, [0.9], {}, Number.NaN] as const

const confidence = fc.oneof(
  { arbitrary: share, weight: 8 },
  { arbitrary: share.map(String), weight: 2 },
  { arbitrary: fc.constantFrom(...UNREADABLE, undefined), weight: 1 },
)

const written = fc.oneof(amount, amount.map(String), fc.constantFrom('1e3', '-0', '0.0'))

const riskProfile = partial({
  financial_cents: sometimes(written, 1),
  privacy: sometimes(anyCase(PRIVACY_LEVELS), 1),
  accuracy: sometimes(anyCase(ACCURACY_LEVELS), 1),
  compute: sometimes(anyCase(COMPUTE_LEVELS), 1),
})

const word = fc.oneof(
  { arbitrary: anyCase(RISK_LEVELS), weight: 5 },
  { arbitrary: fc.constantFrom(undefined, null), weight: 1 },
)
const context = sometimes(
  fc.oneof(
    { arbitrary: anyCase(INVOCATION_CONTEXTS), weight: 6 },
    { arbitrary: fc.constantFrom('constructor', 'elsewhere', ''), weight: 1 },
  ),
  1,
)

const action = partial({
  kind: fc.oneof(
    { arbitrary: anyCase(ACTION_KINDS.slice(0, 3)), weight: 8 },
    { arbitrary: fc.constantFrom('clarification', 'Clarification', 'constructor', '', null, undefined), weight: 2 },
  ),
  name: sometimes(fc.constantFrom('send_mail', 'constructor')),
  irreversibility: word,
  regret_potential: word,
  risk_amplifier: sometimes(
    fc.oneof(fc.boolean(), fc.constantFrom('none', 'NONE', '', 'many people', [], ['public'], null)),
    1,
  ),
  blocked_on: sometimes(fc.constantFrom('the date', ['who', 'when'], null)),
})

const issue = fc.oneof(
  fc.constantFrom('minor style issue', 'the call is deprecated', 'critical: the build will crash', 'something', '.'),
  partial({
    text: fc.constantFrom('a report', 'security hole', 'größe'),
    severity: sometimes(fc.oneof(anyCase(RISK_LEVELS), fc.constantFrom('blocker', 'odd', '', ' low ')), 1),
    category: sometimes(fc.constantFrom('Security', 'constructor', '')),
    suggested_fix: sometimes(fc.constant('try again')),
  }),
)
// Most steps report little, else no step would pass.
const issues = fc.oneof(
  { arbitrary: fc.constantFrom(undefined, []), weight: 2 },
  { arbitrary: fc.array(issue, { minLength: 1, maxLength: 3 }), weight: 1 },
)

const goal = fc.constantFrom('Fix the login page', 'write release notes', 'it', '')
const texts = fc.array(goal, { minLength: 1, maxLength: 6, size: 'max' })
const tokens = fc.constantFrom(0, 6_000, 51_000, 95_000, 1e300)

const SHAPES = {
  checkpoint: { type: checkpointType },
  phase: {
    phase: phaseName,
    number: fc.oneof(fc.constantFrom(undefined, 0, 1, 2, 3, 4, 6, '1', '4'), fc.maxSafeNat()),
    milestones: sometimes(someOf(MILESTONES), 1),
    confidence,
    since_check_in: sometimes(fc.record({ steps: fc.nat(2) })),
  },
  phase_start: { phase: phaseName },
  completion: {},
  step: {
    phase: phaseName,
    status: fc.constantFrom('success', 'success', 'warning', 'failure'),
    warnings: issues,
    errors: issues,
    totals: sometimes(partial({ warnings: sometimes(count, 1), errors: sometimes(count, 1) }), 1),
    result_handling: sometimes(
      partial({
        on_success: sometimes(fc.constantFrom('continue', 'prompt'), 1),
        on_warning: sometimes(fc.constantFrom('continue', 'prompt', 'stop'), 1),
        on_failure: sometimes(fc.constantFrom('continue', 'prompt', 'stop')),
      }),
      1,
    ),
  },
  intent: { confidence },
  context: { confidence },
  action: {
    confidence,
    action,
    risk_profile: sometimes(riskProfile, 1),
    context,
    tier: sometimes(anyCase(TIERS), 1),
    spent_usd: sometimes(written, 1),
  },
  tool: {
    tool: fc.constantFrom(...TOOLS),
    args: fc.oneof({ arbitrary: toolArgs, weight: 5 }, { arbitrary: fc.constant(undefined), weight: 1 }),
    annotations: sometimes(
      partial({
        title: sometimes(fc.constant('A tool')),
        readOnlyHint: sometimes(fc.boolean()),
        destructiveHint: sometimes(fc.boolean(), 1),
        idempotentHint: sometimes(fc.boolean(), 1),
        openWorldHint: sometimes(fc.boolean(), 1),
      }),
      1,
    ),
    risk_profile: sometimes(riskProfile),
    context,
    spent_usd: sometimes(written),
  },
  push: {
    signals: sometimes(
      partial({
        potentialGoal: sometimes(goal, 1),
        recentMessages: sometimes(fc.constantFrom(0, 11, 30, 1e300), 1),
        recentFileChanges: sometimes(texts, 1),
        errorCount: sometimes(fc.constantFrom(0, 1, 5, 0.5), 1),
        tokenCount: sometimes(tokens, 1),
        currentGoal: sometimes(goal, 1),
      }),
      0,
    ),
  },
  pop: {
    signals: sometimes(
      partial({
        successSignals: sometimes(texts, 1),
        failureSignals: sometimes(texts, 1),
        noProgressTurns: sometimes(fc.constantFrom(0, 2, 6), 1),
        frameArtifacts: sometimes(texts, 1),
        goalKeywords: sometimes(texts, 1),
        tokenCount: sometimes(tokens, 1),
        contextLimit: sometimes(fc.constantFrom(1, 50_000, 100_000), 1),
        frameTitle: sometimes(goal, 1),
        frameSuccessCriteria: sometimes(goal, 1),
      }),
      0,
    ),
  },
} satisfies Readonly<Record<GateKind, Readonly<Record<string, fc.Arbitrary<unknown>>>>>

/** A valid gate of one kind, as callers write it. */
export function gateInputOf(kind: GateKind): fc.Arbitrary<GateInput> {
  return partial({ kind: fc.constant(kind), ...SHAPES[kind] }) as fc.Arbitrary<unknown> as fc.Arbitrary<GateInput>
}

/** The kinds that many axes judge are asked for more often. */
export const KIND_WEIGHTS: Readonly<Record<GateKind, number>> = {
  checkpoint: 1,
  phase: 3,
  phase_start: 1,
  completion: 1,
  step: 4,
  intent: 1,
  context: 1,
  action: 4,
  tool: 4,
  push: 1,
  pop: 1,
}

/** A valid gate of any kind, as callers write it. */
export const gateInput: fc.Arbitrary<GateInput> = fc.oneof(
  ...GATE_KINDS.map((kind) => ({ arbitrary: gateInputOf(kind), weight: KIND_WEIGHTS[kind] })),
)
