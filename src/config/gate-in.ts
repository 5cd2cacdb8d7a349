import type { Gate } from '../model/gate.ts'
import { parseGate } from '../model/parse-gate.ts'
import { normaliseIssue } from '../policy/issues/normalise-issue.ts'
import type { Workplace } from './workplace.ts'

/**
 * Reads a gate in a workplace: the project's words tell the severity and category of its issues. What is then decided follows
 * from the gate alone, so that a decision can be checked anywhere.
 */
export function gateIn(workplace: Workplace, input: unknown): Gate {
  return withIssues(workplace, parseGate(input))
}

/** A gate that has been read, with its issues as the project's words tell them. */
export function withIssues({ issues }: Workplace, gate: Gate): Gate {
  if (gate.kind !== 'step') return gate
  const [warnings, errors] = [gate.warnings, gate.errors].map((raw) =>
    raw.map((issue) => normaliseIssue(issue, issues)),
  )
  return { ...gate, ...(warnings && { warnings }), ...(errors && { errors }) }
}
