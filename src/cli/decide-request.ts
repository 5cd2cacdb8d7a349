import * as z from 'zod'
import type { Decision } from '../model/decision.ts'
import { AppError } from '../model/errors.ts'
import { Gate } from '../model/gate.ts'
import { problemsOf } from '../model/problems-of.ts'
import { strict } from '../model/strict.ts'
import { decide } from '../policy/decide.ts'
import type { PolicyCache } from './policy-cache.ts'

const Request = strict({ policy: z.unknown().optional(), gate: Gate })

/** Decides one line as callers write it: a policy, or none for `standard`, and the gate. */
export function decideRequest(
  input: unknown,
  policies: PolicyCache,
): { readonly gate: Gate; readonly decision: Decision } {
  const parsed = Request.safeParse(input)
  if (!parsed.success) throw new AppError('invalid_input', problemsOf(parsed.error, { input }))
  const { policy = 'standard', gate } = parsed.data
  return { gate, decision: decide(policies.compiled(policy, '/policy'), gate) }
}
