import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Gate } from '../../model/gate.ts'
import { RISK_LEVELS } from '../../model/risk.ts'
import { CHECK_IN_FREQUENCIES, TOLERANCES } from '../../model/run.ts'
import { ACTION_KINDS, INVOCATION_CONTEXTS, TIERS } from '../../model/thread.ts'
import { decideFresh, question, textOf } from '../../testing/arbitraries.ts'
import { catalog } from '../../testing/catalog.ts'
import type { AxisName } from '../axes.ts'
import { compare } from '../compare.ts'
import type { Policy } from '../policy.ts'
import { resolvePolicy } from '../resolve.ts'

/** No limit can be written that lies above what was counted. */
const FULL = Gate.parse({
  kind: 'step',
  phase: 'build',
  status: 'success',
  totals: { warnings: Number.MAX_SAFE_INTEGER },
})

type Changes = readonly { readonly axis: string; readonly to: unknown }[]

test('the changes that a decision names turn it into allow', () => {
  fc.assert(
    fc.property(question(1), ({ gate, policies: [policy] }) => {
      const { verdict, would_allow_if: changes } = decideFresh(policy!, gate)
      fc.pre(changes !== null)
      expect(changes?.length === 0).toBe(verdict === 'allow')
      expect(decideFresh(changed(policy!, changes ?? []), gate).verdict).toBe('allow')
    }),
    { examples: [[{ gate: FULL, policies: [resolvePolicy('jobs/full', catalog)] }]] },
  )
})

test('each change says from which value it leads, and leads somewhere looser', () => {
  fc.assert(
    fc.property(question(1), ({ gate, policies: [policy] }) => {
      for (const change of decideFresh(policy!, gate).would_allow_if ?? []) {
        const axis = change.axis as AxisName
        expect(textOf(change.from)).toBe(textOf(policy![axis]))
        const after = changed(policy!, [change])
        expect(compare(policy!, after).axes[axis]).toBe('looser')
        expect(compare(after, policy!).axes[axis]).toBe('stricter')
      }
    }),
  )
})

test('no change can be left out', () => {
  fc.assert(
    fc.property(question(1), ({ gate, policies: [policy] }) => {
      const changes = decideFresh(policy!, gate).would_allow_if ?? []
      for (const left of changes) {
        const rest = changes.filter((change) => change !== left)
        expect(decideFresh(changed(policy!, rest), gate).verdict).not.toBe('allow')
      }
    }),
  )
})

test('no change goes a word further than it has to', () => {
  fc.assert(
    fc.property(question(1), ({ gate, policies: [policy] }) => {
      const changes = decideFresh(policy!, gate).would_allow_if ?? []
      for (const change of changes.filter(({ axis }) => axis in WORDS)) {
        const words = WORDS[change.axis] ?? []
        const shorter = { axis: change.axis, to: words[words.indexOf(change.to as string) - 1] }
        const rest = changes.filter((other) => other !== change)
        expect(decideFresh(changed(policy!, [...rest, shorter]), gate).verdict).not.toBe('allow')
      }
    }),
  )
})

test('null is said exactly where even the most open policy is no help', () => {
  fc.assert(
    fc.property(question(1), ({ gate, policies: [policy] }) => {
      const decision = decideFresh(policy!, gate)
      const openedUp = decideFresh(mostOpen(gate), gate)
      expect(decision.would_allow_if === null).toBe(openedUp.verdict !== 'allow')
      expect(decision.would_allow_if === null).toBe(isHopeless(gate))
    }),
  )
})

/** Strictest first, the axes on which one word follows the other. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  check_in_frequency: CHECK_IN_FREQUENCIES,
  warning_tolerance: TOLERANCES,
  error_tolerance: TOLERANCES,
  irreversibility_threshold: RISK_LEVELS,
  regret_potential_threshold: RISK_LEVELS,
  inference_floor_tier: TIERS.toReversed(),
  inference_ceiling_tier: TIERS,
}

function changed(policy: Policy, changes: Changes): Policy {
  return resolvePolicy({ ...policy, ...Object.fromEntries(changes.map(({ axis, to }) => [axis, to])) }, catalog)
}

/** The preset without any person in the loop, with the limits, the budget and the thresholds of frames out of the way. */
function mostOpen(gate: Gate): Policy {
  return resolvePolicy(
    {
      preset: 'jobs/full',
      limits: { on_limit_reached: 'truncate' },
      budget_usd: Number.MAX_VALUE,
      risk_tolerance: { financial_cents: Number.MAX_VALUE },
      frames: { push_threshold: 0, pop_threshold: 0 },
      // A rule that vouches cannot help where the thresholds are open already, so there is none.
      rules: gate.kind === 'tool' ? [] : [{ match: { tool: '*' }, then: 'deny' }],
    },
    catalog,
  )
}

/** What only a person can answer, in the words of the contract. */
function isHopeless(gate: Gate): boolean {
  if (gate.kind === 'step') return gate.status === 'success' && gate.result_handling.on_success === 'prompt'
  if (gate.kind === 'intent' || gate.kind === 'context') return gate.confidence === null
  if (gate.kind === 'tool') return isNowhere(gate.context)
  if (gate.kind !== 'action') return false
  const kinds: readonly unknown[] = ACTION_KINDS.filter((kind) => kind !== 'clarification')
  return gate.confidence === null || !kinds.includes(gate.action.kind) || isNowhere(gate.context)
}

function isNowhere(context: string | undefined): boolean {
  return context !== undefined && !(INVOCATION_CONTEXTS as readonly string[]).includes(context)
}
