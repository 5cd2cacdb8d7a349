import * as z from 'zod'
import { openCatalog } from '../../config/workplace.ts'
import { AppError } from '../../model/errors.ts'
import { problemsOf } from '../../model/problems-of.ts'
import { strict } from '../../model/strict.ts'
import { compare } from '../../policy/compare.ts'
import { resolveChild } from '../../policy/resolve.ts'
import { answerLines } from '../answer-lines.ts'
import type { Command } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { PolicyCache, resolveAt } from '../policy-cache.ts'

const Request = strict({ parent: z.unknown(), child: z.unknown() })

/** `leeway compare`: whether a child may have a policy under its parent. */
export const command: Command = {
  help: `leeway compare < pairs.jsonl

Answers one line for each line, in the same order:
  {"parent": PRESET or DOCUMENT, "child": PRESET or DOCUMENT}
  ->  {"legal": …, "violations": [AXIS…], "axes": {AXIS: "stricter" | "equal" | "looser"}}

A child is legal when no axis is looser than what its parent may hand on (\`delegable\`). What the child does not
name comes from there; a preset is complete.`,
  run: async (args, io) => {
    parseOptions(args, { options: {} })
    const catalog = await openCatalog(io.folder)
    const policies = new PolicyCache(catalog)
    return answerLines(io, (request) => {
      const parsed = Request.safeParse(request)
      if (!parsed.success) throw new AppError('invalid_input', problemsOf(parsed.error, { input: request }))
      const { parent, child } = parsed.data
      const above = policies.compiled(parent, '/parent').policy
      return JSON.stringify(
        compare(
          above,
          resolveAt(child, '/child', (given) => resolveChild(above, given, catalog)),
        ),
      )
    })
  },
}
