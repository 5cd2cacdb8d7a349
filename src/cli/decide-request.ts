import * as z from 'zod'
import type { Decision } from '../model/decision.ts'
import { AppError } from '../model/errors.ts'
import { Gate } from '../model/gate.ts'
import { problemsOf } from '../model/problems-of.ts'
import { strict } from '../model/strict.ts'
import { decide } from '../policy/decide.ts'
import type { Policy } from '../policy/policy.ts'
import type { PolicyCache } from './policy-cache.ts'

const Request = strict({ policy: z.unknown().optional(), gate: Gate })

/** What holds for a line that does not say it itself. */
export interface Usual {
  /** Judges a line that names no policy: the name of a preset, or a document. */
  readonly policy: unknown
  /** The gate as it is read here. */
  readonly read: (gate: Gate) => Gate
}

/** The contract from outside: `standard`, and gates as they are written. */
const PLAIN: Usual = { policy: 'standard', read: (gate) => gate }

/** Decides one line as callers write it: a policy, or none for the usual one, and the gate. */
export function decideRequest(
  input: unknown,
  policies: PolicyCache,
  usual: Usual = PLAIN,
): { readonly gate: Gate; readonly decision: Decision; readonly policy: Policy } {
  const parsed = Request.safeParse(input)
  if (!parsed.success) throw new AppError('invalid_input', problemsOf(parsed.error, { input }))
  const { policy = usual.policy } = parsed.data
  const gate = usual.read(parsed.data.gate)
  const compiled = policies.compiled(policy, '/policy')
  return { gate, decision: decide(compiled, gate), policy: compiled.policy }
}
