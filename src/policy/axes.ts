import { allowedActionKinds } from './axes/allowed-action-kinds.ts'
import { allowedInvocationContexts } from './axes/allowed-invocation-contexts.ts'
import { autoAdvanceStates } from './axes/auto-advance-states.ts'
import { budgetUsd } from './axes/budget-usd.ts'
import { checkInFrequency } from './axes/check-in-frequency.ts'
import { checkpointTypes } from './axes/checkpoint-types.ts'
import { combinedInference } from './axes/combined-inference.ts'
import { consentRequiredKinds } from './axes/consent-required-kinds.ts'
import { customStops } from './axes/custom-stops.ts'
import { errorTolerance } from './axes/error-tolerance.ts'
import { frames } from './axes/frames.ts'
import { inferenceCeilingTier } from './axes/inference-ceiling-tier.ts'
import { inferenceConfidenceFloor } from './axes/inference-confidence-floor.ts'
import { inferenceFloorTier } from './axes/inference-floor-tier.ts'
import { irreversibilityThreshold } from './axes/irreversibility-threshold.ts'
import { limits } from './axes/limits.ts'
import { overrides } from './axes/overrides.ts'
import { pauseOnRiskAmplifier } from './axes/pause-on-risk-amplifier.ts'
import { phaseStops } from './axes/phase-stops.ts'
import { regretPotentialThreshold } from './axes/regret-potential-threshold.ts'
import { requireApprovalFor } from './axes/require-approval-for.ts'
import { riskTolerance } from './axes/risk-tolerance.ts'
import { rules } from './axes/rules.ts'
import { warningTolerance } from './axes/warning-tolerance.ts'

/**
 * Every axis of a policy. The order is that of the trace, and an axis stands after those that it reads, so that
 * one walk down the list finds all that has to change for a gate to pass.
 */
export const AXES = [
  rules,
  checkpointTypes,
  phaseStops,
  customStops,
  overrides,
  checkInFrequency,
  requireApprovalFor,
  warningTolerance,
  errorTolerance,
  limits,
  autoAdvanceStates,
  consentRequiredKinds,
  inferenceConfidenceFloor,
  irreversibilityThreshold,
  regretPotentialThreshold,
  pauseOnRiskAmplifier,
  riskTolerance,
  allowedActionKinds,
  allowedInvocationContexts,
  inferenceFloorTier,
  inferenceCeilingTier,
  budgetUsd,
  combinedInference,
  frames,
] as const

type AnyAxis = (typeof AXES)[number]

export type AxisName = AnyAxis['name']

/** What a whole policy says on each axis. */
export type AxisValues = { readonly [One in AnyAxis as One['name']]: Parameters<One['meet']>[0] }

/** What a document may say on each axis. */
export type AxisGivens = { readonly [One in AnyAxis as One['name']]?: NonNullable<One['schema']['_output']> }
