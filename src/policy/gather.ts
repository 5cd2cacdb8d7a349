import { recommend } from '../frames/recommend.ts'
import type { Gate } from '../model/gate.ts'
import type { Catalog } from './catalog.ts'
import type { Evidence, EvidenceOf } from './evidence.ts'
import type { Policy } from './policy.ts'
import { riskOfAction, riskOfTool } from './risk-of.ts'
import { compileRules, type RuleBook } from './rules/match-rules.ts'
import { issuesOf, reportStep } from './step-report.ts'

const NOTHING: Evidence = {}

/** Works out, once for all axes, what a gate shows under this policy. */
export function compileGather(policy: Policy, catalog: Catalog): (gate: Gate) => Evidence {
  let book: RuleBook | undefined
  const { push_threshold, pop_threshold, enabled_heuristics: enabled } = policy.frames
  const { heuristics } = catalog
  return (gate) => {
    switch (gate.kind) {
      case 'tool': {
        // Only tool calls need the rules, which may be many.
        book ??= compileRules(policy.rules)
        const { rule, vouched } = book.read(gate)
        return { rule, risk: riskOfTool(gate, vouched) }
      }
      case 'action':
        return { risk: riskOfAction(gate) }
      case 'step':
        return { step: reportStep(policy, gate, issuesOf(gate)) }
      case 'push':
        return {
          recommendation: recommend({
            side: 'push',
            signals: gate.signals,
            threshold: push_threshold,
            enabled,
            heuristics,
          }),
        }
      case 'pop':
        return {
          recommendation: recommend({
            side: 'pop',
            signals: gate.signals,
            threshold: pop_threshold,
            enabled,
            heuristics,
          }),
        }
      default:
        return NOTHING
    }
  }
}

/**
 * What a gate shows once axes have changed that others read: of those, only the tolerances show in evidence, and they leave the
 * issues of a step as they are.
 */
export function gatherAgain(policy: Policy, gate: Gate, seen: Evidence): Evidence {
  if (gate.kind !== 'step') return seen
  const { step } = seen as EvidenceOf<'step'>
  return { step: reportStep(policy, gate, step.issues) }
}
