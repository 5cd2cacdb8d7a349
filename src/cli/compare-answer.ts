import * as z from 'zod'
import { AppError } from '../model/errors.ts'
import { problemsOf } from '../model/problems-of.ts'
import { strict } from '../model/strict.ts'
import type { Catalog } from '../policy/catalog.ts'
import { compare } from '../policy/compare.ts'
import { resolveChild } from '../policy/resolve.ts'
import type { Answer } from './answer-block.ts'
import { PolicyCache, resolveAt } from './policy-cache.ts'

const Pair = strict({ parent: z.unknown(), child: z.unknown() })

/** Answers a pair of policies with whether the child's is legal under its parent's. */
export function compareAnswer(catalog: Catalog): Answer {
  const policies = new PolicyCache(catalog)
  return (input) => {
    const parsed = Pair.safeParse(input)
    if (!parsed.success) throw new AppError('invalid_input', problemsOf(parsed.error, { input }))
    const { parent, child } = parsed.data
    const above = policies.compiled(parent, '/parent').policy
    const below = resolveAt(child, '/child', (given) => resolveChild(above, given, catalog))
    return JSON.stringify(compare(above, below))
  }
}
