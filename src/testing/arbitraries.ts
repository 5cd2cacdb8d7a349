import canonicalize from 'canonicalize'
import fc from 'fast-check'
import type { Decision } from '../model/decision.ts'
import { GATE_KINDS, Gate, type GateKind } from '../model/gate.ts'
import { OUTCOMES, type Outcome, VERDICTS } from '../model/verdict.ts'
import { compilePolicy } from '../policy/compile.ts'
import { decide } from '../policy/decide.ts'
import type { Policy } from '../policy/policy.ts'
import { resolvePolicy } from '../policy/resolve.ts'
import { gateInputOf, KIND_WEIGHTS } from './arbitrary-gate.ts'
import { type DocumentInput, documentAbout, handingOn, wordyDocument } from './arbitrary-policy.ts'
import { catalog } from './catalog.ts'

/** A gate, and policies that speak of it. */
export interface Question {
  readonly gate: Gate
  readonly policies: readonly Policy[]
}

/** A gate of any kind and as many policies as are wanted, most of them about that kind. */
export function question(policies: number, document: typeof documentAbout = documentAbout): fc.Arbitrary<Question> {
  return fc.oneof(
    ...GATE_KINDS.map((kind) => ({ arbitrary: questionOf(kind, policies, document), weight: KIND_WEIGHTS[kind] })),
  )
}

/** The same with policies that may hand on something else than they are. */
export function familyQuestion(policies: number): fc.Arbitrary<Question> {
  return question(policies, (kind) => handingOn(documentAbout(kind)))
}

/** Policies that say much, some of them about to hand on something else, some of them near to the first. */
export function policies(length: number, document = handingOn(wordyDocument)): fc.Arbitrary<readonly Policy[]> {
  const documents = fc.array(document, { minLength: length, maxLength: length })
  return fc
    .tuple(documents, fc.boolean())
    .map(([[first, ...rest], related]) =>
      [first ?? {}, ...rest.map((input) => (related ? { ...first, ...few(input) } : input))].map(read),
    )
}

/** Every third of what a document says, so that two policies differ in little. */
function few(document: DocumentInput): DocumentInput {
  return Object.fromEntries(Object.entries(document).filter((_, index) => index % 3 === 0))
}

function read(document: DocumentInput): Policy {
  return resolvePolicy(document, catalog)
}

function questionOf(kind: GateKind, policies: number, document: typeof documentAbout): fc.Arbitrary<Question> {
  const some = document(kind).map(read)
  return fc.record({
    gate: gateInputOf(kind).map((input) => Gate.parse(input)),
    policies: fc.array(some, { minLength: policies, maxLength: policies }),
  })
}

/** Decides one gate under a policy that was not used before. */
export function decideFresh(under: Policy, asked: Gate): Decision {
  return decide(compilePolicy(under, catalog), asked)
}

/** One text for values that mean the same, so that millions of them compare quickly. */
export function textOf(value: unknown): string {
  return canonicalize(value) ?? 'undefined'
}

/** How severe a verdict is: 0 for allow. */
export function severityOf(decision: Decision): number {
  return VERDICTS.indexOf(decision.verdict)
}

/** How severe one axis is: 0 for pass, and for an axis that does not judge the gate. */
export function outcomeOn(decision: Decision, axis: string): Outcome {
  return decision.trace.find((entry) => entry.axis === axis)?.outcome ?? OUTCOMES[0]
}

/** The same policy with the heuristics of another: which of them speak is free, so comparisons keep them equal. */
export function withHeuristicsOf(changed: Policy, other: Policy): Policy {
  return { ...changed, frames: { ...changed.frames, enabled_heuristics: other.frames.enabled_heuristics } }
}

/**
 * What a stricter policy must not do, each with the axis where it does; so there is none. No axis gets milder, and no
 * verdict, with one exception: a limit counts what is tolerated, so a stricter tolerance leaves it less to count. Then
 * the tolerance asks or stops itself; hence a stop may become a question about warnings, and nothing becomes an allow.
 */
export function milder(before: Decision, after: Decision): readonly string[] {
  const axes = before.trace
    .filter(({ axis, outcome }) => axis !== 'limits' && rank(outcomeOn(after, axis)) < rank(outcome))
    .map(({ axis }) => axis)
  return severityOf(after) >= severityOf(before) || limitGaveWay(before, after) ? axes : [...axes, 'verdict']
}

function limitGaveWay(before: Decision, after: Decision): boolean {
  const stopped = before.verdict === 'stop' && outcomeOn(before, 'limits') === 'stop'
  return stopped && after.verdict === 'ask' && outcomeOn(after, 'warning_tolerance') === 'ask'
}

function rank(outcome: Outcome): number {
  return OUTCOMES.indexOf(outcome)
}
