import { refuseUnfitWords } from '../../engine/pull/pull-words.ts'
import { refuseUnanswerable } from '../../engine/refuse-unanswerable.ts'
import type { GateInput } from '../../model/gate.ts'
import type { Pull } from '../../model/pull.ts'
import { FOR_WORK, REVIEW_OPTIONS, type ReviewOptions, termsOf } from '../gate-options.ts'
import { type Known, refuseUnknownOptions } from '../known-options.ts'
import type { Passage } from '../passage.ts'
import { gate } from './gate.ts'
import type { BranchPhase, PhaseReport } from './phase-work.ts'
import type { Run } from './run.ts'

const PHASE_OPTIONS: Known<BranchPhase> = { ...REVIEW_OPTIONS, number: true, type: true, title: true, final: true }

/** What is wrong with a phase is said when it begins, and not once its work is done and people are to be asked. */
export function refuseUnfitPhase(given: BranchPhase): void {
  refuseUnknownOptions(given, PHASE_OPTIONS, 'phase')
  refuseUnfitWords({ title: given.title })
  refuseUnanswerable(termsOf(reviewOf(given), { kind: 'completion' }))
}

/** The questions at the end of a phase. The end of a job is asked about first: whoever approves that has seen the phase as well. */
export function gatesOf(
  { number, type, final = false }: BranchPhase,
  { confidence, milestones }: PhaseReport,
): readonly GateInput[] {
  const evidence = {
    ...(confidence !== undefined && { confidence }),
    ...(milestones && { milestones: [...milestones] }),
  }
  const end: GateInput = { kind: 'phase', phase: type, number, ...evidence }
  return final ? [{ kind: 'completion' }, end] : [end]
}

/** What is asked about the newest round of a phase. */
export interface AskedPhase {
  readonly gate: GateInput
  readonly pull: Pick<Pull, 'id' | 'head' | 'base' | 'tree' | 'title'>
}

/** What exactly is approved. */
export function aroundOf({ id, base, tree, head }: AskedPhase['pull']) {
  return { target: id, base_commit: base, tree, deliverable: { head } }
}

/** Asks one of the questions. It is known by its commit and base, so that one that came too late is not taken for the one after it. */
export function askPhase(run: Run, phase: BranchPhase, { gate: given, pull }: AskedPhase): Promise<Passage> {
  const { id, head, base, title } = pull
  const name = `${given.kind} ${head.slice(0, 12)} on ${base.slice(0, 12)}`
  const answers = [...FOR_WORK, 'request_changes'] as const
  return gate(run, given, { ...reviewOf(phase), around: aroundOf(pull), pull: id, title, name, answers })
}

/** The terms that every question of a phase is asked with, and no others of its options. */
function reviewOf({
  number: _number,
  type: _type,
  title: _title,
  final: _final,
  ...review
}: BranchPhase): ReviewOptions {
  return review
}
