import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { AppError } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { pointer } from '../model/problems-of.ts'
import { quote } from '../model/quote.ts'
import { strict } from '../model/strict.ts'
import { Autonomy } from './autonomy.ts'
import { inSource, parseAs } from './locate-problems.ts'
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
const Connector = strict({
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

const Models = strict({
  default: z.string().min(1).default('openai:gpt-5.2'),
  research: z.string().default(''),
  analysis: z.string().default(''),
})

const Security = strict({
  allowed_models: Names.default(['openai:*', 'anthropic:*']),
  data_residency: z.string().optional(),
  encryption_enabled: z.boolean().optional(),
  guards: Guards.optional(),
})

/** One customer of the product, with the workers it has. */
export const Tenant = strict({
  id: z.string().min(1),
  name: z.string().min(1),
  models: Models.optional(),
  verticals: Names.default([]),
  workers: z.record(z.string().min(1), Worker).default({}),
  connectors: z.record(z.string().min(1), Connector).default({}),
  knowledge: strict({ sources: z.array(z.looseObject({})).default([]) }).optional(),
  branding: z.looseObject({}).optional(),
  security: Security.optional(),
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
  const wrapped = isWrapped(source.value)
  if (wrapped) parseAs(Wrapper, source)
  const at = wrapped ? '/tenant' : ''
  const value = parseAs(Tenant, source, at)
  inSource(source, at, () => refuseUnenforced(value))
  return { value, at }
}

/** Whoever writes a restriction relies on it, so one that nothing keeps yet is refused instead of read and forgotten. */
function refuseUnenforced({ models, security, observability, workers }: Tenant): void {
  const perCall = observability && { per_call_limit_usd: observability.per_call_limit_usd }
  const problems = [
    ...differing(['models'], models, Models.parse({})),
    ...differing(['security'], security, { ...Security.parse({}), guards: Guards.parse({}) }),
    ...differing(['observability'], perCall, { per_call_limit_usd: 0 }),
    ...Object.entries(workers).flatMap(([role, { max_concurrent_tasks, custom_instructions }]) =>
      differing(['workers', role], { max_concurrent_tasks, custom_instructions }, Worker.parse({})),
    ),
  ]
  if (problems.length > 0) throw new AppError('invalid_input', problems)
}

type Settings = Readonly<Record<string, unknown>>

function differing(keys: readonly string[], given: Settings | undefined, defaults: Settings): readonly Problem[] {
  return Object.entries(given ?? {})
    .filter(([key, value]) => value !== undefined && !isDeepStrictEqual(value, defaults[key]))
    .map(([key]) => ({
      code: 'invalid_value',
      message: `${quote(key)} is not enforced yet; leave it out.`,
      path: pointer([...keys, key]),
    }))
}

function isWrapped(file: unknown): boolean {
  return typeof file === 'object' && file !== null && Object.hasOwn(file, 'tenant')
}
