import * as z from 'zod'
import { Decision } from '../../model/decision.ts'
import { Gate } from '../../model/gate.ts'
import { JobId, TenantId } from '../../model/ids.ts'
import { strict } from '../../model/strict.ts'
import type { Policy } from '../../policy/policy.ts'
import { type PolicyDocument, PolicyDocumentSchema } from '../../policy/policy-document.ts'
import { EVERYBODY, operation, PEOPLE } from '../operation.ts'
import { Autonomy } from './jobs.ts'

/** A value on every axis. Its shape follows from the axes. */
const WholePolicy = z.custom<Policy>()

const PolicyName = z
  .object({ presets: z.array(z.string()).min(1).readonly(), differs: z.array(z.string()).readonly() })
  .readonly()
  .describe('Presets that say the same, or the nearest one and the axes on which it differs.')

const Origin = z
  .object({ said: z.string(), line: z.int().optional(), layer: z.string() })
  .readonly()
  .describe('Where a value was said: a file with its line, or the name of a variable or request.')

/** Policies, to look at and to try. */
export const POLICIES = {
  list_presets: operation({
    method: 'GET',
    path: '/v1/presets',
    summary: 'Lists the presets and what they mean.',
    callers: EVERYBODY,
    input: strict({}),
    output: z
      .object({
        rows: z
          .array(
            z
              .object({
                name: z.string(),
                sentence: z.string(),
                when: z.string().optional(),
                policy: z.custom<PolicyDocument>(),
              })
              .readonly(),
          )
          .readonly(),
      })
      .readonly(),
    errors: [],
    event: null,
    repeat: 'safe',
  }),
  list_agents: operation({
    method: 'GET',
    path: '/v1/agents',
    summary: 'Lists the agents that are configured, and the policy that each would get.',
    callers: PEOPLE,
    input: strict({ tenant: TenantId.optional() }),
    output: z
      .object({
        rows: z.array(z.object({ name: z.string(), policy: z.string(), whole: WholePolicy }).readonly()).readonly(),
      })
      .readonly(),
    errors: ['not_found'],
    event: null,
    repeat: 'safe',
  }),
  read_policy: operation({
    method: 'GET',
    path: '/v1/jobs/:job/policies/:digest',
    summary: 'Shows a policy that a job has or had, by its digest, and the preset that says the same or nearly so.',
    callers: PEOPLE,
    input: strict({ digest: z.string().regex(/^sha256:[0-9a-f]{64}$/), job: JobId }),
    output: z.object({ digest: z.string(), policy: WholePolicy, like: PolicyName.nullable() }).readonly(),
    errors: ['not_found'],
    event: null,
    repeat: 'safe',
  }),
  resolve_policy: operation({
    method: 'POST',
    path: '/v1/policies/resolve',
    summary: 'Works out the policy that a job would get here, with the origin of every value. Changes nothing.',
    callers: PEOPLE,
    input: strict({
      agent: z.string().min(1).max(1000).optional(),
      tenant: TenantId.optional(),
      policy: Autonomy.optional(),
    }),
    output: z
      .object({
        digest: z.string(),
        policy: WholePolicy,
        origins: z.record(z.string(), z.array(Origin).readonly()).readonly(),
      })
      .readonly(),
    errors: ['not_found'],
    event: null,
    repeat: 'same',
  }),
  compare_policies: operation({
    method: 'POST',
    path: '/v1/policies/compare',
    summary: 'Says, axis by axis, whether a child would be freer than its parent may hand on. Changes nothing.',
    callers: PEOPLE,
    input: strict({ parent: Autonomy, child: Autonomy }),
    output: z
      .object({
        legal: z.boolean(),
        violations: z.array(z.string()).readonly(),
        axes: z.record(z.string(), z.string()).readonly(),
      })
      .readonly(),
    errors: [],
    event: null,
    repeat: 'same',
  }),
  decide: operation({
    method: 'POST',
    path: '/v1/decisions',
    summary: 'Says what a policy makes of a gate, with the whole reason. Nothing is recorded or held.',
    callers: EVERYBODY,
    input: strict({ policy: z.union([z.string().min(1), PolicyDocumentSchema]).default('standard'), gate: Gate }),
    output: Decision,
    errors: [],
    event: null,
    repeat: 'same',
  }),
}
