import * as z from 'zod'
import { Issue } from './issue.ts'
import { Recommendation } from './recommendation.ts'
import { OUTCOMES, VERDICTS } from './verdict.ts'

/** What one axis saw, what it allows, and why it says what it says. */
export const TraceEntry = z
  .object({
    axis: z.string(),
    outcome: z.enum(OUTCOMES),
    observed: z.unknown(),
    limit: z.unknown(),
    because: z.string(),
  })
  .readonly()
export type TraceEntry = z.infer<typeof TraceEntry>

/** One change of the policy that would help to let the gate pass. */
export const PolicyChange = z.object({ axis: z.string(), from: z.unknown(), to: z.unknown() }).readonly()
export type PolicyChange = z.infer<typeof PolicyChange>

const Issues = z.object({ warnings: z.array(Issue).readonly(), errors: z.array(Issue).readonly() }).readonly()
const Totals = z.object({ warnings: z.number(), errors: z.number() }).readonly()

/** The policy's answer to one gate, complete enough to be audited years later. */
export const Decision = z
  .object({
    verdict: z.enum(VERDICTS),
    reason: z.string(),
    trace: z.array(TraceEntry).readonly(),
    would_allow_if: z.array(PolicyChange).readonly().nullable(),
    policy_digest: z.string().startsWith('sha256:'),
    /** Step gates: every issue, normalised. */
    issues: Issues.optional(),
    /** Step gates: the tolerated issues, cut at the limit when truncating. */
    collected: Issues.optional(),
    /** Step gates: what has been collected over the run, this step included. */
    totals: Totals.optional(),
    truncated: z.boolean().optional(),
    /** Push and pop gates. */
    recommendation: Recommendation.optional(),
  })
  .readonly()
export type Decision = z.infer<typeof Decision>
