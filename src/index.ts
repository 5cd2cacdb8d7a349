import './refuse-old-node.ts'

import { openLeeway as open } from './compose.ts'
import type { OpenOptions } from './open-options.ts'
import type { Leeway } from './sdk/leeway.ts'

export { ConfigOverride } from './config/autonomy.ts'
export { gateIn } from './config/gate-in.ts'
export type { PolicyRequest } from './config/layers.ts'
export { loadCatalog } from './config/load-catalog.ts'
export { type PolicyWithOrigins, policyFor } from './config/policy-for.ts'
export { openWorkplace, type Workplace } from './config/workplace.ts'
export type { AnyHeuristic, Heuristic } from './frames/heuristic.ts'
export { withOwnHeuristics } from './frames/heuristics.ts'
export { Decision, type PolicyChange, type TraceEntry } from './model/decision.ts'
export { AppError, type ErrorCode } from './model/errors.ts'
export type { Gate, GateInput, GateKind } from './model/gate.ts'
export { parseGate } from './model/parse-gate.ts'
export type { Problem, ProblemCode } from './model/problem.ts'
export type { NewTodo, Todo, TodoList } from './model/todo-list.ts'
export type { Verdict } from './model/verdict.ts'
export type { OpenOptions } from './open-options.ts'
export type { Catalog, Preset } from './policy/catalog.ts'
export { type Comparison, compare } from './policy/compare.ts'
export { type CompiledPolicy, compilePolicy } from './policy/compile.ts'
export { decide } from './policy/decide.ts'
export { delegableOf, effectivePolicy, meet } from './policy/meet.ts'
export { digestOf, type Policy } from './policy/policy.ts'
export type { PolicyDocument } from './policy/policy-document.ts'
export { resolveChild, resolvePolicy } from './policy/resolve.ts'
export { cascadeResultHandling } from './policy/result-handling.ts'
export type { Todos } from './sdk/artifacts/todos.ts'
export type { ToolNote } from './sdk/artifacts/tool-note.ts'
export { CheckpointError, CheckpointRejectedError } from './sdk/checkpoints/checkpoint-error.ts'
export { CheckpointStore } from './sdk/checkpoints/checkpoint-store.ts'
export {
  AutoApproveReviewer,
  type CheckpointHandler,
  maybeCheckpoint,
  PendingReviewer,
} from './sdk/checkpoints/reviewers.ts'
export { shouldCheckpoint } from './sdk/checkpoints/should-checkpoint.ts'
export type { Checkpoint, Offer } from './sdk/checkpoints/worker-checkpoint.ts'
export type { GateOptions, ReviewOptions } from './sdk/gate-options.ts'
export type { JobHandle, RunOptions } from './sdk/job-handle.ts'
export type { Leeway } from './sdk/leeway.ts'
export type { Passage } from './sdk/passage.ts'
export type { BranchPhase, PhaseEnd, PhaseReport, PhaseWork } from './sdk/program/phase-work.ts'
export type { ChildOptions, ChildResult, Program, ProgramJob } from './sdk/program/program.ts'
export type { Blocked, Hold, ProgramRun } from './sdk/program/program-run.ts'
export type { Feedback } from './sdk/pull/feedback.ts'
export type { Workspace } from './sdk/pull/workspace.ts'
export type { SecretSource } from './sdk/secrets.ts'
export type { JobOptions } from './sdk/start.ts'

/**
 * Opens Leeway on the files of a project: ten lines gate an agent. Its type is written out, because that of what it stands on would lead
 * whoever checks the types of their packages to SQLite and to Node.
 */
export const openLeeway: (options?: OpenOptions) => Promise<Leeway> = open
