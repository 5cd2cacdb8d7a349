import * as z from 'zod'
import { strict } from '../model/strict.ts'
import { Autonomy } from './autonomy.ts'
import { parseAs } from './locate-problems.ts'
import type { Source } from './read-source.ts'

const Names = z.array(z.string().min(1))
const Amount = z.number().nonnegative()

const Worker = strict({
  enabled: z.boolean().default(true),
  autonomy: Autonomy.optional(),
  custom_instructions: z.string().default(''),
  max_concurrent_tasks: z.number().int().positive().default(10),
})

/** Every connector is off until switched on, and names its secret instead of holding it. */
const Connector = z.looseObject({
  enabled: z.boolean().default(false),
  credential_ref: z.string().min(1).optional(),
})

const Guards = strict({
  prompt_guard: z.boolean().default(true),
  output_guard: z.boolean().default(true),
  sanitise: z.boolean().default(true),
  block: z.array(z.enum(['secrets', 'pii'])).default(['secrets', 'pii']),
  custom_patterns: z.array(z.string()).default([]),
  max_input_length: Amount.default(0),
  max_output_length: Amount.default(0),
})

/** One customer of the product, with the workers it has. */
export const Tenant = strict({
  id: z.string().min(1),
  name: z.string().min(1),
  models: strict({
    default: z.string().min(1).default('openai:gpt-5.2'),
    research: z.string().default(''),
    analysis: z.string().default(''),
  }).optional(),
  verticals: Names.default([]),
  workers: z.record(z.string().min(1), Worker).default({}),
  connectors: z.record(z.string().min(1), Connector).default({}),
  knowledge: strict({ sources: z.array(z.looseObject({})).default([]) }).optional(),
  branding: z.looseObject({}).optional(),
  security: strict({
    allowed_models: Names.default(['openai:*', 'anthropic:*']),
    data_residency: z.string().optional(),
    encryption_enabled: z.boolean().optional(),
    guards: Guards.optional(),
  }).optional(),
  observability: strict({
    cost_budget_usd: Amount.default(0),
    cost_warn_only: z.boolean().default(true),
    per_call_limit_usd: Amount.default(0),
    tracing: z.boolean().default(true),
    log_level: z.enum(['DEBUG', 'INFO', 'WARNING', 'ERROR']).default('INFO'),
  }).optional(),
  user_profile: z.looseObject({}).optional(),
})
export type Tenant = z.infer<typeof Tenant>

/** A tenant as a file; everything may stand below one key `tenant`. */
export const TenantFile = z.union([strict({ tenant: Tenant }), Tenant])

const Wrapper = strict({ tenant: z.unknown() })

/** Reads a tenant file, and says where in it the tenant stands. */
export function parseTenant(source: Source): { readonly value: Tenant; readonly at: '' | '/tenant' } {
  if (!isWrapped(source.value)) return { value: parseAs(Tenant, source), at: '' }
  parseAs(Wrapper, source)
  return { value: parseAs(Tenant, source, '/tenant'), at: '/tenant' }
}

function isWrapped(file: unknown): boolean {
  return typeof file === 'object' && file !== null && Object.hasOwn(file, 'tenant')
}
